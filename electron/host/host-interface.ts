import type { HostCalls, HostEvent } from '../../shared/api.ts';

/** What a shell offers to any number of clients: one lab, by calls and events. */
export interface Host {
  /** A plain object: only its own functions can be called from the far side of a channel. */
  readonly calls: HostCalls;
  /** Hands every event to the listener from now on; the function that it returns ends that. */
  subscribe(listener: (event: HostEvent) => void): () => void;
}

/** What a shell opens, serves and ends. */
export interface OpenHost extends Host {
  /**
   * Opens settings that were handed to a shell without a window to answer in: every window is told what became of them.
   * @param text as for `openSettings`
   */
  openLink(text: string): Promise<void>;
  dispose(): Promise<void>;
}
