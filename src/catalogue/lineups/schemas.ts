/** Inputs and outputs of the import of a line-up (docs/contract, section 4.18). */
import { type Static, Type } from 'typebox'
import type { Encoding as FileEncoding } from '#platform/files/encoding'
import { Name, Nullable, OneOf, Uuid } from '#platform/values/shapes'
import { NullableTimestamp } from '#platform/values/time'

const Use = OneOf('ColumnUse', {
  artist: 'The act: an artist, or several',
  place: 'The stage',
  day: 'The day, by itself',
  start: 'The start, or a range of times; with its day where no column is the day',
  end: 'The end',
  headliner: 'true, or false or nothing',
  billing: 'The number on the bill',
})

const columnFields = {
  name: Type.String({ maxLength: 1_000, examples: ['Stage'] }),
  use: Type.Union([Use, Type.Null()]),
  repeats: Type.Boolean({ description: 'An empty cell repeats the one above', examples: [false] }),
}

const DayEnd = Type.String({
  pattern: '^([01]\\d|2[0-3]):[0-5]\\d$',
  description: 'A time before it belongs to the night after the written day',
  examples: ['06:00'],
})
const DayOrder = OneOf('DayOrder', { dmy: '1/7/2027 is in July', mdy: '1/7/2027 is in January' })

const described: Record<FileEncoding, string> = {
  'utf-8': 'Unicode',
  'utf-16le': 'Unicode, of a spreadsheet',
  'utf-16be': 'The same in another order',
  'windows-1250': 'Central Europe',
  'windows-1251': 'Cyrillic',
  'windows-1252': 'Western Europe',
  'windows-1253': 'Greek',
  'windows-1254': 'Turkish',
}
const TextEncoding = OneOf('TextEncoding', described)

const upload = {
  file: Type.String({
    minLength: 1,
    description: 'The file in base64',
    examples: ['QWN0O1N0YWdlCg=='],
  }),
  name: Type.Optional(Name('lineup.xlsx', 300)),
  sheet: Type.Optional(Type.String({ maxLength: 100, examples: ['Friday'] })),
  columns: Type.Optional(
    Type.Array(Type.Object(columnFields, { title: 'ChosenColumn' }), {
      maxItems: 1_000,
      description: 'Instead of what is recognized; a column that is left out is ignored',
    }),
  ),
  day_ends_at: Type.Optional(DayEnd),
  day_order: Type.Optional(DayOrder),
  encoding: Type.Optional(TextEncoding),
}

export const LineupUpload = Type.Object(upload)
export type LineupUpload = Static<typeof LineupUpload>

export const LineupImport = Type.Object({
  ...upload,
  removes: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: 10_000,
      description:
        'How many gigs may be removed, as the preview said; 409 `lineup_changed` if there are more',
      examples: [2],
    }),
  ),
})
export type LineupImport = Static<typeof LineupImport>

const count = (description: string) => Type.Integer({ description, examples: [12] })

const Counts = Type.Object(
  {
    added: count('New gigs'),
    moved: count('Gigs at another time or on another stage; favourites and calendars follow them'),
    changed: count('Gigs of which only the billing, or its text, is another'),
    unchanged: count('Gigs that stay as they are'),
    removed: count('Gigs that the file does not have'),
    rejected: count('Rows and fields that break a rule'),
  },
  { title: 'LineupCounts' },
)

const slot = {
  place: Nullable(Type.String({ examples: ['Orange Stage'] })),
  starts_at: NullableTimestamp,
  ends_at: NullableTimestamp,
}

const Row = Type.Object(
  {
    position: Nullable(Type.String({ examples: ['line 7'] })),
    outcome: OneOf('LineupOutcome', {
      added: 'A new gig',
      moved: 'It was at another time or on another stage: `before`',
      changed: 'Only its billing, or its text, is another',
      unchanged: 'It is stored already',
      removed: 'It is stored, and not in the file',
      rejected: 'It breaks a rule: `reason`',
    }),
    act: Nullable(
      Type.String({ description: 'As it is written', examples: ['Ebb Trio b2b Low Meadow'] }),
    ),
    artist: Nullable(Type.String({ description: 'null: to be announced', examples: ['Ebb Trio'] })),
    ...slot,
    before: Type.Union([Type.Object(slot, { title: 'LineupSlot' }), Type.Null()]),
    reason: Nullable(Type.String({ examples: ['end_time must not be before start_time'] })),
  },
  { title: 'LineupRow' },
)
export type LineupRow = Static<typeof Row>

const Joined = Type.Object(
  {
    name: Type.String({ examples: ['Hauptbühne'] }),
    written: Type.Array(Type.String({ examples: ['HAUPTBÜHNE'] })),
  },
  { title: 'JoinedPlace' },
)

export const LineupPreview = Type.Object(
  {
    format: OneOf('LineupFormat', {
      csv: 'Text with delimiters',
      xlsx: 'A workbook',
      xml: 'A schedule of frab or pentabarf',
      json: 'JSON',
    }),
    sheets: Type.Array(Type.String({ examples: ['Friday'] })),
    columns: Type.Array(
      Type.Object(
        { ...columnFields, samples: Type.Array(Type.String({ examples: ['Orange Stage'] })) },
        { title: 'LineupColumn' },
      ),
      { description: 'None for a file that is no table' },
    ),
    day_ends_at: Nullable(DayEnd),
    day_order: Type.Union([DayOrder, Type.Null()]),
    encoding: Type.Union([TextEncoding, Type.Null()], {
      description: 'That of a text; null for a workbook and for XML',
    }),
    warnings: Type.Array(
      Type.String({ examples: ['line 7: 2027-08-17 is outside the festival'] }),
      {
        description: 'What is imported as it is, and should be looked at',
      },
    ),
    counts: Counts,
    rows: Type.Array(Row, { description: 'Every row of the file, then the gigs that it removes' }),
    new_artists: Type.Array(Type.String({ examples: ['Ebb Trio'] })),
    new_places: Type.Array(Type.String({ examples: ['Orange Stage'] })),
    joined_places: Type.Array(Joined),
  },
  { title: 'LineupPreview' },
)
export type LineupPreview = Static<typeof LineupPreview>

export const LineupResult = Type.Object(
  {
    festival_id: Uuid,
    counts: Counts,
    new_artists: Type.Array(Type.String({ examples: ['Ebb Trio'] })),
  },
  { title: 'LineupResult' },
)
export type LineupResult = Static<typeof LineupResult>
