import { contextBridge, ipcRenderer } from 'electron';
import { helloWord, ipcChannelName, seenWord } from './desktop/ipc-words.ts';

// A page has one listener. One that connects anew brings another, and its first must not hear everything twice.
let listener: ((text: string) => void) | undefined;
let hasSaidHello = false;

ipcRenderer.on(ipcChannelName, (_event, text: unknown) => {
  try {
    if (typeof text === 'string') listener?.(text);
  } finally {
    ipcRenderer.send(ipcChannelName, seenWord);
  }
});

contextBridge.exposeInMainWorld('tlsCostLab', {
  post: (text: string) => {
    // Not before the page speaks: a preload runs while its document is being committed, when the main process may
    // still take the frame for what it showed before, and refuse to hear it.
    if (!hasSaidHello) ipcRenderer.send(ipcChannelName, helloWord);
    hasSaidHello = true;
    ipcRenderer.send(ipcChannelName, text);
  },
  on: (wanted: (text: string) => void) => {
    listener = wanted;
  },
});
