/** Where messages leave, and whether earlier ones still wait to. */
export interface Outlet<M> {
  post(message: M): void;
  busy(): boolean;
}

export interface LatestWins<M> {
  /** Posts at once if it may; a replaceable message waits while the outlet is busy, in the place of its predecessor. */
  send(message: M): void;
  /** Posts what waits, oldest key first, for as long as the outlet takes it. */
  flush(): void;
  isWaiting(): boolean;
}

/**
 * Keeps a slow reader up to date rather than complete: of the messages with one key only the newest waits.
 * @param outlet carries messages away
 * @param keyOf what a message replaces; undefined for one that must never be dropped nor wait
 */
export function latestWins<M>(outlet: Outlet<M>, keyOf: (message: M) => string | undefined): LatestWins<M> {
  const newest = new Map<string, M>();
  const flush = () => {
    for (const [key, message] of newest) {
      if (outlet.busy()) return;
      newest.delete(key);
      outlet.post(message);
    }
  };
  return {
    send: (message) => {
      const key = keyOf(message);
      if (key === undefined) {
        outlet.post(message);
        return;
      }
      newest.set(key, message);
      flush();
    },
    flush,
    isWaiting: () => newest.size > 0,
  };
}
