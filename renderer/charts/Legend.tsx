import type { LegendItem } from './export/svg-document.ts';

function Sample({ item }: { item: LegendItem }) {
  if (item.kind === 'line')
    return (
      <svg viewBox="0 0 22 8" width="22" height="8" aria-hidden="true">
        <path d="M1 4h20" stroke={item.colour} strokeWidth={item.width ?? 2.5} strokeDasharray={item.dash} />
      </svg>
    );
  return (
    <svg viewBox="0 0 12 12" width="12" height="12" aria-hidden="true">
      <rect width="12" height="12" rx="2" fill={item.colour} />
      {item.hatched && <path d="M-2 6L6 -2M0 12L12 0M6 14L14 6" className="hatch-stroke" />}
    </svg>
  );
}

/** What the colours and strokes of a chart mean. The same items are drawn into an exported file. */
export function Legend({ items }: { items: readonly LegendItem[] }) {
  return (
    <ul className="legend">
      {items
        .filter((item) => !item.fileOnly)
        .map((item) => (
          <li key={item.label}>
            <Sample item={item} />
            <span>{item.label}</span>
          </li>
        ))}
    </ul>
  );
}
