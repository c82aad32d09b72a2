"""What the wire is measured with: nothing of ours, only sockets and this interpreter's monotonic clock.

serve                               prints its port; sends back what comes, or swallows it after a first byte 's'
pings COUNT PAUSE_MS PORT...        one JSON line: per port, echo round trips in ms on one connection, ports in turn
stream MEGABYTES PORT               one JSON line: seconds until the far end has confirmed the last byte
"""

import json
import socket
import sys
import threading
import time

BLOCK_BYTES = 1 << 20


def connect(port):
    connection = socket.create_connection(("127.0.0.1", port))
    connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    return connection


def swallow(connection, block):
    while connection.recv_into(block):
        pass
    connection.sendall(b"!")


def answer(connection):
    connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    block = bytearray(BLOCK_BYTES)
    with connection:
        size = connection.recv_into(block)
        if block[:1] == b"s":
            swallow(connection, block)
            return
        while size:
            connection.sendall(memoryview(block)[:size])
            size = connection.recv_into(block)


def serve():
    listener = socket.create_server(("127.0.0.1", 0), backlog=256)
    print(listener.getsockname()[1], flush=True)
    while True:
        connection, _ = listener.accept()
        threading.Thread(target=answer, args=(connection,), daemon=True).start()


def ping(connection):
    start = time.perf_counter_ns()
    connection.sendall(b"ping")
    left = 4
    while left:
        left -= len(connection.recv(left))
    return (time.perf_counter_ns() - start) / 1e6


def pings(count, pause_ms, ports):
    rounds = [[] for _ in ports]
    connections = []
    for times, port in zip(rounds, ports):
        connection = connect(port)
        connections.append(connection)
        times.append(ping(connection))
    for _ in range(count):
        for times, connection in zip(rounds, connections):
            times.append(ping(connection))
            time.sleep(pause_ms / 1000)
    print(json.dumps(rounds))


def stream(megabytes, port):
    block = b"s" * BLOCK_BYTES
    connection = connect(port)
    start = time.perf_counter_ns()
    for _ in range(megabytes):
        connection.sendall(block)
    connection.shutdown(socket.SHUT_WR)
    connection.recv(1)
    print(json.dumps((time.perf_counter_ns() - start) / 1e9))


if __name__ == "__main__":
    mode, numbers = sys.argv[1], [float(text) for text in sys.argv[2:]]
    if mode == "serve":
        serve()
    elif mode == "pings":
        pings(int(numbers[0]), numbers[1], [int(port) for port in numbers[2:]])
    else:
        stream(int(numbers[0]), int(numbers[1]))
