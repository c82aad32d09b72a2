import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLabActions } from '../state/use-lab.ts';

const hasFiles = ({ dataTransfer }: DragEvent): boolean => dataTransfer?.types.includes('Files') ?? false;

/** A file that is dropped anywhere on the window is opened; while one is held over it, the window says so. */
export function DropTarget({ onOpened }: { onOpened: (what: 'run' | 'settings') => void }) {
  const { t } = useTranslation();
  const { openFile } = useLabActions();
  const [isOver, setOver] = useState(false);
  useEffect(() => {
    const onDragOver = (event: DragEvent) => {
      if (!hasFiles(event)) return;
      // Without this the browser would leave the page for the file.
      event.preventDefault();
      setOver(true);
    };
    const onDragLeave = ({ relatedTarget }: DragEvent) => {
      if (relatedTarget === null) setOver(false);
    };
    const onDrop = async (event: DragEvent) => {
      if (!hasFiles(event)) return;
      event.preventDefault();
      setOver(false);
      const file = event.dataTransfer?.files[0];
      if (!file) return;
      const opened = await openFile(file);
      if (opened) onOpened(opened);
    };
    document.addEventListener('dragover', onDragOver);
    document.addEventListener('dragleave', onDragLeave);
    document.addEventListener('drop', onDrop);
    return () => {
      document.removeEventListener('dragover', onDragOver);
      document.removeEventListener('dragleave', onDragLeave);
      document.removeEventListener('drop', onDrop);
    };
  }, [openFile, onOpened]);
  return isOver ? <p className="drop-target">{t('runs.drop')}</p> : null;
}
