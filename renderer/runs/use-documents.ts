import { useEffect, useState } from 'react';
import { type Fault, toFault } from '../../shared/fault.ts';
import type { Run } from '../../shared/result.ts';
import { useLabActions } from '../state/use-lab.ts';

/** What has come of the documents of the chosen runs. */
export type Documents =
  | { readonly phase: 'coming' }
  | { readonly phase: 'there'; readonly runs: readonly Run[] }
  | { readonly phase: 'refused'; readonly fault: Fault };

/** Fetches whole runs by their ids. What comes late, after others have been chosen, is let go. */
export function useDocuments(ids: readonly string[]): Documents {
  const { readRun } = useLabActions();
  const [documents, setDocuments] = useState<Documents>({ phase: 'coming' });
  const wanted = ids.join('\n');
  useEffect(() => {
    let isWanted = true;
    setDocuments({ phase: 'coming' });
    Promise.all(wanted.split('\n').filter(Boolean).map(readRun)).then(
      (runs) => isWanted && setDocuments({ phase: 'there', runs }),
      (error: unknown) => isWanted && setDocuments({ phase: 'refused', fault: toFault(error) }),
    );
    return () => {
      isWanted = false;
    };
  }, [wanted, readRun]);
  return documents;
}
