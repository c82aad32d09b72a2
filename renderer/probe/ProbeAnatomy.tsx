import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Probe } from '../../shared/probe/probe.ts';
import type { Anatomy } from '../../shared/tls/anatomy.ts';
import { type Hop, hopName } from '../../shared/topologies.ts';
import type { ChosenMessage } from '../anatomy/AnatomyView.tsx';
import { HandshakeWaterfall } from '../anatomy/HandshakeWaterfall.tsx';
import { MessageFields } from '../anatomy/MessageFields.tsx';
import { MessageTable } from '../anatomy/MessageTable.tsx';
import { probeCaptionOf } from '../charts/export/caption.ts';

/** The server stands where the app does, and has its colour; what it is called is said apart. */
const hop: Hop = { from: 'client', to: 'app', security: 'tls' };

interface ProbeAnatomyProps {
  readonly found: Probe;
  readonly anatomy: Anatomy;
}

/** The handshake of a probe's first TLS connection, message by message. */
export function ProbeAnatomy({ found, anatomy }: ProbeAnatomyProps) {
  const { t } = useTranslation();
  const [chosen, setChosen] = useState<ChosenMessage | undefined>();
  const view = {
    kind: 'handshake',
    hop,
    serverName: t('handshakes.sides.server'),
    seenBy: 'client',
    takenAtMs: Date.parse(found.startedAt),
    anatomy,
  } as const;
  const message = chosen?.hop === hopName(hop) ? anatomy.messages[chosen.at] : undefined;
  return (
    <>
      <HandshakeWaterfall
        name={new URL(found.url).host}
        hops={[view]}
        chosen={chosen}
        onChoose={setChosen}
        json={() => anatomy}
        caption={() => probeCaptionOf(found)}
      />
      <div className="anatomy-detail probe-anatomy">
        <MessageTable view={view} hops={[view]} chosen={chosen} onChoose={setChosen} />
        <MessageFields message={message} />
      </div>
    </>
  );
}
