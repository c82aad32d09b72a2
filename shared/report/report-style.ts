import { type ColourName, darkColours, lightColours } from '../colours.ts';

const variables = (colours: Readonly<Record<ColourName, string>>): string =>
  Object.entries(colours)
    .map(([name, value]) => `--${name}:${value};`)
    .join('');

/** Of A4: a browser's own page header and footer stay in the margin. */
const pageMargin = '16mm 14mm 18mm';

/** The style sheet inside the report. Paper is white, whatever the screen's theme. */
export const reportStyle = `
:root{color-scheme:light;${variables(lightColours)}}
@media screen and (prefers-color-scheme:dark){:root{color-scheme:dark;${variables(darkColours)}}}
*{box-sizing:border-box}
body{margin:0 auto;max-width:60rem;padding:1.5rem 1rem 3rem;background:var(--panel);color:var(--ink);
font:0.95rem/1.5 system-ui,"Segoe UI","Noto Sans","DejaVu Sans",sans-serif;font-variant-numeric:tabular-nums}
h1{margin:0 0 .25rem;font-size:1.6rem;line-height:1.25}
h2{margin:2.25rem 0 .5rem;padding-top:.75rem;border-top:1px solid var(--panel-edge);font-size:1.2rem}
p,ul{margin:.5rem 0}
ul{padding-left:1.25rem}
li{margin:.2rem 0}
h1,h2,p,li,pre{overflow-wrap:anywhere;unicode-bidi:isolate}
td,th{overflow-wrap:break-word;unicode-bidi:isolate}
.subtitle,figcaption,caption{color:var(--ink-soft)}
.notice{margin:.75rem 0;padding:.6rem .9rem;border-left:4px solid var(--warn);background:var(--warn-ground);color:var(--warn)}
.notice pre{margin:.5rem 0 0;white-space:pre-wrap;overflow-wrap:anywhere;font-size:.85rem;unicode-bidi:isolate}
.scroll{overflow-x:auto;max-width:100%}
.scroll:focus-visible{outline:3px solid var(--tier-app)}
table{border-collapse:collapse;width:100%;font-size:.85rem;margin:1rem 0}
caption{text-align:left;padding-bottom:.35rem;font-weight:600}
th,td{padding:.3rem .55rem;border-bottom:1px solid var(--panel-edge);text-align:left;vertical-align:top}
thead th{white-space:normal;border-bottom:2px solid var(--control-edge);vertical-align:bottom}
tbody th{white-space:nowrap}
.number{text-align:right}
td.number{white-space:nowrap}
.grey td,.grey th{color:var(--ink-soft);background:var(--control)}
.charts{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(100%,20rem),1fr));gap:1rem;margin:1rem 0}
.charts.single{grid-template-columns:1fr}
figure{margin:0;min-width:0}
figcaption{font-weight:600;margin-bottom:.35rem}
figure svg{display:block;width:100%;height:auto;min-width:20rem}
.single svg{min-width:36rem}
@page{size:A4;margin:${pageMargin}}
@media print{
body{max-width:none;padding:0;font-size:9.5pt;line-height:1.4;print-color-adjust:exact;-webkit-print-color-adjust:exact}
h1{font-size:17pt}h2{font-size:12.5pt;margin-top:14pt;break-after:avoid}
table{font-size:7.5pt;margin:8pt 0}
th,td{padding:2pt 4pt}
thead{display:table-header-group}
tr,figure,.notice,li,section>h2+p+.charts,section>h2+ul:not(:last-child){break-inside:avoid}
caption,section>h2+p,section>h2+ul{break-after:avoid}
p{orphans:3;widows:3}
.scroll{overflow:visible}
.charts{gap:8pt;margin:8pt 0;grid-template-columns:1fr 1fr}
figure svg,.single svg{min-width:0}
}
`;
