/** Waits for a call, but not past an abort: a change of settings must not wait for ten thousand connections. */
export async function orAborted<T>(signal: AbortSignal, call: Promise<T>): Promise<T> {
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
    // The loser may still reject; nobody is waiting for it any more.
    call.catch(() => {});
    aborted.catch(() => {});
  }
}
