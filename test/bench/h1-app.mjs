// An app that speaks HTTP/1.1 over TLS and nothing else, for proxies to be compared where none may choose HTTP/2.
import https from 'node:https';

process.on('disconnect', () => process.exit(0));
process.on('message', ({ tls }) => {
  const bodies = new Map();
  const bodyOf = (bytes) => bodies.get(bytes) ?? bodies.set(bytes, Buffer.alloc(bytes, 'x')).get(bytes);
  const server = https.createServer({ ...tls, keepAliveTimeout: 0 }, (request, response) => {
    const body = bodyOf(Number(request.url.slice(1)));
    response.writeHead(200, { 'content-length': body.length });
    response.end(body);
  });
  server.listen(0, '127.0.0.1', () => process.send({ port: server.address().port }));
});
