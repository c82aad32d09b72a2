/** A window that nobody sees gets no frames, yet must not pile up what comes in. */
const hiddenPauseMs = 1000;

/** Runs once before the next frame is drawn, or once a second while the window is hidden. */
export function nextFrame(run: () => void): void {
  if (document.hidden) setTimeout(run, hiddenPauseMs);
  else requestAnimationFrame(run);
}
