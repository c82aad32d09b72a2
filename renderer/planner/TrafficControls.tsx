import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { toFault } from '../../shared/fault.ts';
import { bodiesText, typedBodies } from '../../shared/planner/body-mix.ts';
import { meanBodyBytes, parseTraffic, type Traffic } from '../../shared/planner/traffic.ts';
import { formatNumber } from '../../shared/units.ts';
import { protocols } from '../../shared/words.ts';
import { Choice } from '../controls/Choice.tsx';
import { useLanguage } from '../i18n/start-i18n.ts';
import { ProbeField } from '../probe/ProbeField.tsx';
import { Range } from './Range.tsx';
import { Slider } from './Slider.tsx';

/** What is dragged, in the order in which it is shown; the bounds of the slider lie within those of the traffic. */
const sliders = [
  { field: 'requestsPerSec', bounds: { min: 1, max: 1_000_000 }, isLog: true },
  { field: 'newConnectionsPerRequest', bounds: { min: 0, max: 1 }, isLog: false },
  { field: 'shareResumed', bounds: { min: 0, max: 1 }, isLog: false },
  { field: 'headroom', bounds: { min: 0, max: 0.9 }, isLog: false },
  { field: 'pricePerCoreHour', bounds: { min: 0, max: 1 }, isLog: false },
  { field: 'innerRttMs', bounds: { min: 0, max: 100 }, isLog: false },
  { field: 'outerRttMs', bounds: { min: 0, max: 200 }, isLog: false },
] as const;

/** As far as a body is dragged; more can be typed. */
const mostDraggedBytes = 1024 * 1024;

/** A number as either language writes it. */
function parseNumber(text: string): number | undefined {
  const value = Number(text.trim().replace(',', '.'));
  return text.trim() === '' || Number.isNaN(value) ? undefined : value;
}

interface TrafficControlsProps {
  readonly traffic: Traffic;
  readonly onTraffic: (traffic: Traffic) => void;
}

/** One size, or sizes with their shares. */
function Bodies({ traffic, onTraffic }: TrafficControlsProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const held = bodiesText(traffic, language);
  const [typed, setTyped] = useState(held);
  const [refusal, setRefusal] = useState<string | undefined>();
  const change = (text: string) => {
    setTyped(text);
    try {
      onTraffic(parseTraffic({ ...traffic, bodies: typedBodies(text) }));
      setRefusal(undefined);
    } catch (error) {
      setRefusal(`${t('planner.bodiesAllowed')} (${toFault(error).given ?? text})`);
    }
  };
  return (
    <>
      <ProbeField label={t('planner.fields.bodies')} text={typed} refusal={refusal} onChange={change} />
      <div className="slider slider-alone">
        <Range
          name={t('planner.fields.body')}
          value={meanBodyBytes(traffic)}
          bounds={{ min: 1, max: mostDraggedBytes }}
          isLog
          text={held}
          onChange={(bytes) => change(String(Math.round(bytes)))}
        />
      </div>
    </>
  );
}

/** Somebody's own traffic. */
export function TrafficControls({ traffic, onTraffic }: TrafficControlsProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  return (
    <>
      <Bodies traffic={traffic} onTraffic={onTraffic} />
      {sliders.map(({ field, bounds, isLog }) => (
        <Slider
          key={field}
          label={t(`planner.fields.${field}`)}
          value={traffic[field] ?? 0}
          bounds={bounds}
          isLog={isLog}
          text={String(traffic[field] ?? 0)}
          parse={parseNumber}
          refusal={t('planner.allowed', {
            min: formatNumber(bounds.min, language),
            max: formatNumber(bounds.max, language),
          })}
          onChange={(value) => onTraffic({ ...traffic, [field]: value })}
        />
      ))}
      <Choice
        legend={t('planner.fields.protocol')}
        options={protocols.map((value) => ({ value, label: t(`controls.protocols.${value}`) }))}
        value={traffic.protocol}
        onChange={(protocol) => onTraffic({ ...traffic, protocol })}
      />
    </>
  );
}
