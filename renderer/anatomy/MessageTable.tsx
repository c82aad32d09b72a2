import { useTranslation } from 'react-i18next';
import type { Message } from '../../shared/tls/anatomy.ts';
import { hopName } from '../../shared/topologies.ts';
import { formatCount, formatMs } from '../../shared/units.ts';
import { Choice } from '../controls/Choice.tsx';
import { useLanguage } from '../i18n/start-i18n.ts';
import type { HopView } from '../state/anatomy-selectors.ts';
import type { ChosenMessage } from './AnatomyView.tsx';
import { endsOf } from './ends-of.ts';

type HandshakeView = Extract<HopView, { kind: 'handshake' }>;

function Padlock({ title }: { title: string }) {
  return (
    <svg
      viewBox="0 0 12 17"
      width="8"
      height="12"
      className="message-lock lock-closed"
      role="img"
      aria-label={title}
    >
      <title>{title}</title>
      <path d="M2.5 8V5a3.5 3.5 0 0 1 7 0v3" className="lock-bow" />
      <rect x="0.5" y="8" width="11" height="8.5" rx="1.6" className="lock-body" />
    </svg>
  );
}

interface MessageRowProps {
  readonly message: Message;
  /** When the message before it had passed, µs; undefined for the first. */
  readonly beforeUs: number | undefined;
  readonly zeroUs: number;
  readonly sender: string;
  readonly isChosen: boolean;
  readonly onChoose: () => void;
}

function MessageRow({ message, beforeUs, zeroUs, sender, isChosen, onChoose }: MessageRowProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const gapUs = beforeUs === undefined ? undefined : message.beganUs - beforeUs;
  return (
    <tr className={isChosen ? 'message-row-chosen' : undefined}>
      <td>{message.flight + 1}</td>
      <td>{sender}</td>
      <th scope="row">
        <button type="button" className="message-button" aria-pressed={isChosen} onClick={onChoose}>
          {message.name}
        </button>
        {message.isEncrypted && <Padlock title={t('anatomy.encrypted')} />}
      </th>
      <td className="number">{formatCount(message.bytes, language)}</td>
      <td className="number">{formatCount(message.wireBytes, language)}</td>
      <td className="number">{formatMs((message.endedUs - zeroUs) / 1000, language)}</td>
      <td className="number">{gapUs === undefined ? '' : formatMs(gapUs / 1000, language)}</td>
    </tr>
  );
}

interface MessageTableProps {
  /** The handshake that is listed. */
  readonly view: HandshakeView | undefined;
  /** All that could be listed. */
  readonly hops: readonly HandshakeView[];
  readonly chosen: ChosenMessage | undefined;
  readonly onChoose: (message: ChosenMessage) => void;
}

/** Every message of one hop's handshake, in the order in which they passed. */
export function MessageTable({ view, hops, chosen, onChoose }: MessageTableProps) {
  const { t } = useTranslation();
  if (view === undefined) return null;
  const { hop, anatomy } = view;
  const name = hopName(hop);
  const zeroUs = anatomy.messages[0]?.beganUs ?? 0;
  const ends = endsOf(view, t);
  const columns = ['flight', 'from', 'message', 'length', 'wire', 'at', 'gap'] as const;
  return (
    <section className="panel messages" aria-label={t('anatomy.messages')}>
      {hops.length > 1 && (
        <Choice
          hideLegend
          legend={t('anatomy.hopChoice')}
          options={hops.map(({ hop: one }) => ({
            value: hopName(one),
            label: `${t(`tiers.${one.from}`)} ⇒ ${t(`tiers.${one.to}`)}`,
          }))}
          value={name}
          onChange={(next) => onChoose({ hop: next, at: 0 })}
        />
      )}
      <table>
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column} scope="col">
                {t(`anatomy.columns.${column}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {anatomy.messages.map((message, at) => (
            <MessageRow
              // biome-ignore lint/suspicious/noArrayIndexKey: a message is known by its place alone
              key={at}
              message={message}
              beforeUs={anatomy.messages[at - 1]?.endedUs}
              zeroUs={zeroUs}
              sender={ends[message.from]}
              isChosen={chosen?.at === at}
              onChoose={() => onChoose({ hop: name, at })}
            />
          ))}
        </tbody>
      </table>
      {anatomy.unread.map(({ from, offset, bytes, reason }) => (
        <p key={`${from} ${offset}`} className="typed-message">
          {t('anatomy.unread', { from: ends[from], offset, bytes, reason })}
        </p>
      ))}
    </section>
  );
}
