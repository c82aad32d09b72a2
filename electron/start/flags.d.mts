export type StartFlags =
  | { kind: 'help' }
  | { kind: 'bad'; message: string }
  | { kind: 'terminal'; args: string[] }
  | { kind: 'window'; web: boolean; open: boolean; port: number | undefined; link: string | undefined };

export declare const startUsage: string;
export declare function parseStartFlags(argv: readonly string[]): StartFlags;
