/** Waits for a call, but not past an abort: a change of settings must not wait for ten thousand connections. */
export async function orAborted<T>(signal: AbortSignal, call: Promise<T>): Promise<T> {
  // Whichever way this ends, the call may still be rejected later, when nobody is waiting for it any more.
  call.catch(() => {});
  signal.throwIfAborted();
  let stop = () => {};
  const aborted = new Promise<never>((_, reject) => {
    stop = () => reject(signal.reason);
    signal.addEventListener('abort', stop, { once: true });
  });
  try {
    return await Promise.race([call, aborted]);
  } finally {
    signal.removeEventListener('abort', stop);
    aborted.catch(() => {});
  }
}
