import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { hopName } from '../../shared/topologies.ts';
import { RunControls } from '../controls/RunControls.tsx';
import { tabId, viewId } from '../report/ViewTabs.tsx';
import { hopViews } from '../state/anatomy-selectors.ts';
import type { HandshakesByHop } from '../state/reduce.ts';
import { selectMeasured } from '../state/selectors.ts';
import { useLab } from '../state/use-lab.ts';
import { AnatomyControls } from './AnatomyControls.tsx';
import { anatomyDocument } from './anatomy-document.ts';
import { HandshakeWaterfall } from './HandshakeWaterfall.tsx';
import { MessageFields } from './MessageFields.tsx';
import { MessageTable } from './MessageTable.tsx';

/** Which message is looked at. */
export interface ChosenMessage {
  readonly hop: string;
  readonly at: number;
}

const nothingTaken: HandshakesByHop = {};

/** Real handshakes taken apart: one lane per hop, every message with its bytes and its moment, and what is in it. */
export function AnatomyView() {
  const { t } = useTranslation();
  const measured = useLab(selectMeasured);
  const handshakes = useLab((state) => state.handshakes);
  const [seriesChosen, setSeries] = useState<string | undefined>();
  const [held, setHeld] = useState<typeof handshakes | undefined>();
  const [chosen, setChosen] = useState<ChosenMessage | undefined>();
  const series = measured.find(({ name }) => name === seriesChosen) ?? measured.at(-1);
  const taken = (series && (held ?? handshakes)[series.name]) ?? nothingTaken;
  const hops = series === undefined ? [] : hopViews(series, taken);
  const taking = hops.flatMap((view) => (view.kind === 'handshake' ? [view] : []));
  const listed = taking.find(({ hop }) => hopName(hop) === chosen?.hop) ?? taking[0];
  const message =
    listed && chosen?.hop === hopName(listed.hop) ? listed.anatomy.messages[chosen.at] : undefined;
  return (
    <div className="anatomy" role="tabpanel" id={viewId('anatomy')} aria-labelledby={tabId('anatomy')}>
      <aside className="controls" aria-label={t('anatomy.controls')}>
        <AnatomyControls
          names={measured.map(({ name }) => name)}
          chosen={series?.name}
          onChoose={setSeries}
          isHeld={held !== undefined}
          onHold={() => setHeld(held === undefined ? handshakes : undefined)}
          hops={hops}
        />
        <RunControls />
      </aside>
      <main className="anatomy-results" aria-label={t('views.anatomy')}>
        <HandshakeWaterfall
          name={series?.name}
          hops={hops}
          chosen={chosen}
          onChoose={setChosen}
          json={() => anatomyDocument(series, hops)}
        />
        <div className="anatomy-detail">
          <MessageTable view={listed} chosen={message && chosen} onChoose={setChosen} hops={taking} />
          <MessageFields message={message} />
        </div>
      </main>
    </div>
  );
}
