const withinMs = 60_000;
const most = 3;

/**
 * Says whether a page that crashed is to be loaded again: three times within a minute, for a page that crashes at once
 * would be loaded for ever.
 * @param nowMs the clock
 */
export function reloadLimit(nowMs: () => number): () => boolean {
  let recentMs: number[] = [];
  return () => {
    const now = nowMs();
    recentMs = recentMs.filter((atMs) => now - atMs < withinMs);
    if (recentMs.length >= most) return false;
    recentMs.push(now);
    return true;
  };
}
