import { useTranslation } from 'react-i18next';
import type { Message } from '../../shared/tls/anatomy.ts';

/** What is in the message that was clicked. */
export function MessageFields({ message }: { message: Message | undefined }) {
  const { t } = useTranslation();
  return (
    <section className="panel message-fields" aria-label={t('anatomy.fields')} aria-live="polite">
      {message === undefined ? (
        <p className="empty">{t('anatomy.choose')}</p>
      ) : (
        <>
          <h2>{message.name}</h2>
          <p className="hint">{t(`anatomy.says.${message.name}`, { defaultValue: '' })}</p>
          <dl>
            {message.fields.map(({ name, value }, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a field of one name may come more than once
              <div key={at}>
                <dt>{name}</dt>
                <dd>{value}</dd>
              </div>
            ))}
          </dl>
        </>
      )}
    </section>
  );
}
