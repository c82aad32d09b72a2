const portAllowed = 'a whole number from 1 to 65535';

export const startUsage = `npm start [-- flags]       opens the lab in a desktop window, or in your browser where no window can open

  --web        serve the window on loopback, for a browser, even where a desktop window could open
  --no-open    serve it without opening the browser (implies --web)
  --port N     serve it on this port, ${portAllowed}; any free one if not given (implies --web)
  --help       this text
  tls-cost-lab://…  a link whose settings the window opens

npm run lab -- run --help  the same lab in the terminal
`;

function readPort(given) {
  if (given === undefined) return { message: `--port: nothing was given; allowed: ${portAllowed}` };
  const port = /^\d{1,5}$/.test(given) ? Number(given) : 0;
  if (port >= 1 && port <= 65_535) return { port };
  return { message: `--port: ${JSON.stringify(given)} was given; allowed: ${portAllowed}` };
}

/**
 * Reads the flags of `npm start`, which are those of out/web/web.cjs too.
 * @param {readonly string[]} argv arguments after the script
 * @returns {import('./flags.d.mts').StartFlags} what is wanted, or in `bad` the sentence that says what is wrong
 */
export function parseStartFlags(argv) {
  if (argv[0] === '--terminal') return { kind: 'terminal', args: argv.slice(1) };
  const wanted = { kind: 'window', web: false, open: true, port: undefined, link: undefined };
  for (let at = 0; at < argv.length; at++) {
    const [flag, inline] = argv[at].split(/=(.*)/s);
    if (flag === '--port') {
      const { port, message } = readPort(inline ?? argv[++at]);
      if (message) return { kind: 'bad', message };
      Object.assign(wanted, { web: true, port });
    } else if (argv[at] === '--help' || argv[at] === '-h') return { kind: 'help' };
    else if (argv[at] === '--web') wanted.web = true;
    else if (argv[at] === '--no-open') Object.assign(wanted, { web: true, open: false });
    else if (argv[at].startsWith('tls-cost-lab:')) wanted.link = argv[at];
    else {
      const allowed = '--web, --no-open, --port N, --help, a link that begins with tls-cost-lab:';
      return { kind: 'bad', message: `${JSON.stringify(argv[at])} is no flag here; allowed: ${allowed}` };
    }
  }
  return wanted;
}
