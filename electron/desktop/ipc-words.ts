/**
 * What goes between the preload and the main process: texts on one channel, either way. A text is JSON, or from the
 * preload one of these two words, which no JSON text can be.
 */
export const ipcChannelName = 'tls-cost-lab';

/** The preload of a document that was heard of never before; its page's first text follows. */
export const helloWord = 'hello';
/** The preload has handed one text to its page. */
export const seenWord = 'seen';
