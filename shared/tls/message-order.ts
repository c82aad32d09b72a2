import type { Message } from './anatomy.ts';
import type { MessageDraft } from './message-drafts.ts';

/** Two neighbours in time that are of one run, as one. */
function joined(earlier: MessageDraft, later: MessageDraft): MessageDraft | undefined {
  if (earlier.run === undefined || earlier.from !== later.from || earlier.run.kind !== later.run?.kind)
    return undefined;
  return {
    ...earlier,
    endedUs: later.endedUs,
    bytes: earlier.bytes + later.bytes,
    wireBytes: earlier.wireBytes + later.wireBytes,
    run: {
      kind: earlier.run.kind,
      records: earlier.run.records + later.run.records,
      openedRecords: earlier.run.openedRecords + later.run.openedRecords,
    },
  };
}

function finish({ order: _, run, ...message }: MessageDraft, flight: number): Message {
  if (run === undefined) return { ...message, flight };
  const records = { name: 'Records', value: `${run.records}, of which ${run.openedRecords} were opened` };
  return { ...message, flight, fields: [...message.fields, records] };
}

/**
 * @param drafts messages of both directions, each direction in its order
 * @returns them in the order in which they ended, runs joined, flights numbered
 */
export function inOrder(drafts: readonly MessageDraft[]): Message[] {
  const runs: MessageDraft[] = [];
  for (const draft of drafts.toSorted((a, b) => a.order - b.order)) {
    const last = runs.at(-1);
    const run = last && joined(last, draft);
    if (run === undefined) runs.push(draft);
    else runs[runs.length - 1] = run;
  }
  let flight = 0;
  return runs.map((draft, index) => {
    const turns = index > 0 && runs[index - 1]?.from !== draft.from;
    if (turns) flight += 1;
    return finish(draft, flight);
  });
}
