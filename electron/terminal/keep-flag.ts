import type { Command } from 'commander';

export interface KeepFlag {
  keep: boolean;
}

export const addKeepFlag = (command: Command): Command =>
  command.option('--no-keep', 'do not keep the run among the saved runs');
