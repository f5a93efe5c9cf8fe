/** Writes Excel workbooks (.xlsx, ECMA-376) with frozen headings, real dates and durations. Loaded on demand. */
import { strToU8, zipSync, type Zippable } from 'fflate';
import { FORMULA_START } from '#domain/file/csv';
import { valueText, type Value } from '#domain/file/table';
import { shownHours } from '#domain/time/units';
import type { Sheet } from './content.ts';
import { formatterByZone } from '../domain/time/format.ts';
import { MS_PER_DATE, type Day, type EpochMs, type Minutes } from '../domain/time/units.ts';
import { zoneAt } from '../domain/time/zone-rules.ts';

/** Index of each style in `stylesXml`. Styles for times with a UTC offset come after these. */
const STYLE = {
  text: 0,
  heading: 1,
  date: 2,
  time: 3,
  duration: 4,
  decimals: 5,
  quoted: 6,
  count: 7,
  bold: 8,
} as const;

const XML_DECLARATION = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const MAIN_NAMESPACE = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const RELATIONSHIPS_NAMESPACE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const PACKAGE_NAMESPACE = 'http://schemas.openxmlformats.org/package/2006';
const SHEET_TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

/** Ids of custom formats start at 164. `quotePrefix`: the text stays a text when somebody edits the cell. */
const stylesXml = (offsets: readonly string[]): string =>
  `${XML_DECLARATION}<styleSheet xmlns="${MAIN_NAMESPACE}"><numFmts count="${3 + offsets.length}"><numFmt numFmtId="164" formatCode="mmm\\ dd\\,\\ yyyy"/><numFmt numFmtId="165" formatCode="hh:mm"/><numFmt numFmtId="166" formatCode="[h]:mm"/>${offsets.map((offset, index) => `<numFmt numFmtId="${167 + index}" formatCode="${escapeXml(`hh:mm"${offset}"`)}"/>`).join('')}</numFmts><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="3"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill><fill><patternFill patternType="solid"><fgColor rgb="FFEEF2FF"/></patternFill></fill></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="${9 + offsets.length}"><xf/><xf fontId="1" fillId="2" applyFont="1" applyFill="1"/>${[164, 165, 166, 2].map((format) => `<xf numFmtId="${format}" applyNumberFormat="1" applyAlignment="1"><alignment horizontal="${format === 166 || format === 2 ? 'right' : 'left'}"/></xf>`).join('')}<xf quotePrefix="1"/><xf numFmtId="1" applyNumberFormat="1" applyAlignment="1"><alignment horizontal="right"/></xf><xf fontId="1" applyFont="1"/>${offsets.map((_, index) => `<xf numFmtId="${167 + index}" applyNumberFormat="1" applyAlignment="1"><alignment horizontal="left"/></xf>`).join('')}</cellXfs></styleSheet>`;

/** Characters that XML cannot hold, lone surrogates included. */
const UNWRITABLE = /(?![\t\n\r])[\p{Cc}\p{Cs}\uFFFE\uFFFF]/gu;

/** Excel reads '_x0041_' as 'A', so the underscore of such a sequence is escaped. */
const escapeXml = (text: string): string =>
  text
    .replace(UNWRITABLE, '')
    .replace(/_(?=x[0-9A-Fa-f]{4}_)/g, '_x005F_')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');

/** 0 -> 'A', 26 -> 'AA' */
const columnName = (index: number): string =>
  (index < 26 ? '' : columnName(Math.floor(index / 26) - 1)) + String.fromCharCode(65 + (index % 26));

const textCell = (place: string, text: string, style: number): string =>
  text === ''
    ? ''
    : `<c r="${place}" t="inlineStr" s="${style}"><is><t xml:space="preserve">${escapeXml(text)}</t></is></c>`;

/** Returns an offset such as ' (UTC+02:00)'. The cell's format shows the offset, so that the cell stays a time. */
const offsetOf = (value: Value): string =>
  typeof value === 'object' && value.kind === 'time' ? value.text.slice('HH:mm'.length) : '';

/** Returns a cell's number and style; null for a month, a text. Dates and times become spreadsheet serials. */
function numberAndStyleOf(value: Exclude<Value, string>, hours: Sheet['hours']): [number, number] | null {
  switch (value.kind) {
    case 'count':
      return [value.count, Number.isInteger(value.count) ? STYLE.count : STYLE.text];
    case 'date':
      return [daySerial(value.day), STYLE.date];
    case 'month':
      return null;
    case 'time':
      return [instantSerial(value.instant, value.zone), STYLE.time];
    case 'hours':
      break;
  }
  const { minutes } = value;
  switch (hours) {
    case undefined:
      return [durationSerial(minutes), STYLE.duration];
    case 'decimal':
      return [Number(shownHours(minutes)), STYLE.decimals];
    case 'clock':
      return [durationSerial(Math.floor(minutes)), STYLE.duration];
    case 'minutes':
      return [Math.floor(minutes), STYLE.count];
  }
}

function cellXml(
  value: Value,
  place: string,
  offsets: readonly string[],
  { hours, text: textOf = valueText, hasBoldFirstColumn }: Sheet,
): string {
  const number = typeof value === 'string' ? null : numberAndStyleOf(value, hours);
  if (number === null) {
    const text = textOf(value);
    if (hasBoldFirstColumn && place.startsWith('A')) return textCell(place, text, STYLE.bold);
    return textCell(place, text, FORMULA_START.test(text) ? STYLE.quoted : STYLE.text);
  }
  const offset = offsets.indexOf(offsetOf(value));
  const style = offset === -1 ? number[1] : Object.keys(STYLE).length + offset;
  return Number.isFinite(number[0]) ? `<c r="${place}" s="${style}"><v>${number[0]}</v></c>` : '';
}

const rowXml = (cells: readonly string[], number: number): string =>
  `<row r="${number}">${cells.join('')}</row>`;

function sheetXml(sheet: Sheet, isFirst: boolean, offsets: readonly string[]): string {
  const { columns, rows } = sheet;
  const hasHeading = columns.some(({ title }) => title !== undefined);
  const titles = columns.map(({ title }, index) =>
    textCell(`${columnName(index)}1`, title ?? '', STYLE.heading),
  );
  const heading = hasHeading ? [rowXml(titles, 1)] : [];
  const body = rows.map((cells, index) => {
    const number = index + 1 + heading.length;
    const row = cells.map((cell, at) => cellXml(cell, `${columnName(at)}${number}`, offsets, sheet));
    return rowXml(row, number);
  });
  const pane = hasHeading ? '<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/>' : '';
  const widths = columns
    .map(
      ({ width = 14 }, index) =>
        `<col min="${index + 1}" max="${index + 1}" width="${width}" customWidth="1"/>`,
    )
    .join('');
  const filter =
    hasHeading && rows.length > 0
      ? `<autoFilter ref="A1:${columnName(columns.length - 1)}${rows.length + 1}"/>`
      : '';
  return `${XML_DECLARATION}<worksheet xmlns="${MAIN_NAMESPACE}"><sheetPr><pageSetUpPr fitToPage="1"/></sheetPr><sheetViews><sheetView workbookViewId="0"${isFirst ? ' tabSelected="1"' : ''}>${pane}</sheetView></sheetViews><cols>${widths}</cols><sheetData>${heading.join('')}${body.join('')}</sheetData>${filter}<pageSetup orientation="landscape" fitToHeight="0"/></worksheet>`;
}

const relation = (id: number, type: string, target: string): string =>
  `<Relationship Id="rId${id}" Type="${RELATIONSHIPS_NAMESPACE}/${type}" Target="${target}"/>`;

export function createWorkbook(sheets: readonly Sheet[]): Uint8Array<ArrayBuffer> {
  const numbers = sheets.map((_, index) => index + 1);
  const offsets = [...new Set(sheets.flatMap(({ rows }) => rows.flat().map(offsetOf)))].filter(Boolean);
  const files: Record<string, string> = {
    '[Content_Types].xml': `${XML_DECLARATION}<Types xmlns="${PACKAGE_NAMESPACE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${SHEET_TYPE}.sheet.main+xml"/><Override PartName="/xl/styles.xml" ContentType="${SHEET_TYPE}.styles+xml"/>${numbers.map((number) => `<Override PartName="/xl/worksheets/sheet${number}.xml" ContentType="${SHEET_TYPE}.worksheet+xml"/>`).join('')}</Types>`,
    '_rels/.rels': `${XML_DECLARATION}<Relationships xmlns="${PACKAGE_NAMESPACE}/relationships">${relation(1, 'officeDocument', 'xl/workbook.xml')}</Relationships>`,
    'xl/workbook.xml': `${XML_DECLARATION}<workbook xmlns="${MAIN_NAMESPACE}" xmlns:r="${RELATIONSHIPS_NAMESPACE}"><sheets>${sheets.map(({ name }, index) => `<sheet name="${escapeXml(name)}" sheetId="${index + 1}" r:id="rId${index + 1}"/>`).join('')}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `${XML_DECLARATION}<Relationships xmlns="${PACKAGE_NAMESPACE}/relationships">${numbers.map((number) => relation(number, 'worksheet', `worksheets/sheet${number}.xml`)).join('')}${relation(sheets.length + 1, 'styles', 'styles.xml')}</Relationships>`,
    'xl/styles.xml': stylesXml(offsets),
    ...Object.fromEntries(
      sheets.map((sheet, index) => [
        `xl/worksheets/sheet${index + 1}.xml`,
        sheetXml(sheet, index === 0, offsets),
      ]),
    ),
  };
  const zippable: Zippable = {};
  // A fixed local date, since ZIP stores local time: the same report gives the same bytes in every zone.
  for (const [name, text] of Object.entries(files))
    zippable[name] = [strToU8(text), { mtime: new Date(2026, 0, 1) }];
  return zipSync(zippable, { level: 6 });
}

/** Spreadsheets count a February 29, 1900, which did not exist. Day 0 on 1899-12-30 makes all later dates right. */
const DAY_ZERO = Date.UTC(1899, 11, 30);

const formatterForZone = formatterByZone(
  {
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
  },
  'en-GB',
);

/** Serial number of the wall clock's date and time, to the second. */
export function instantSerial(instant: EpochMs, zone: string): number {
  const shown: Record<string, number> = {};
  for (const { type, value } of formatterForZone(zoneAt(zone, instant)).formatToParts(instant))
    shown[type] = Number(value);
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = shown;
  return (Date.UTC(year, month - 1, day, hour, minute, second) - DAY_ZERO) / MS_PER_DATE;
}

export const daySerial = (day: Day): number => (Date.parse(`${day}T00:00:00Z`) - DAY_ZERO) / MS_PER_DATE;

/** Duration as a fraction of a day, for the cell format '[h]:mm'. */
export const durationSerial = (minutes: Minutes): number => minutes / 1_440;
