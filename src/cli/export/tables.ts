/**
 * The tables of an export: the columns of each file, their meaning, and the query. They contain no hash,
 * token, key or ticket code. `chosen` holds the selected festivals; `is_whole()` says whether all are.
 */

import { artistColumns } from '#catalogue/artists'
import { festivalColumns, gigColumns, placeColumns } from '#catalogue/festivals'
import { organizerColumns } from '#catalogue/organizers'
import { degrees, festival, fieldsOf, id, inChosen, made, type Table, time } from './fields.ts'
import { people } from './people.ts'
import { sales } from './sales.ts'

const catalogue: Table[] = [
  {
    name: 'organizers',
    description: 'Who holds festivals',
    from: 'organizers where is_whole() or id in (select organizer_id from festivals join chosen using (id)) order by id',
    fields: [id, ...fieldsOf(organizerColumns), made],
  },
  {
    name: 'festivals',
    description: 'Festivals, also drafts and those that were cancelled or deleted',
    from: 'festivals where id in (select id from chosen) order by start_time, id',
    fields: [
      id,
      ['previous_edition_id', 'string', 'The edition before, in festivals.csv'],
      ...fieldsOf(festivalColumns),
      ...degrees('location'),
      time('published_at', 'When it was published; empty: a draft'),
      time('cancelled_at', 'When it was cancelled'),
      ['cancelled_reason', 'string', 'Why it was cancelled'],
      time('moved_at', 'When it was moved to another day last'),
      time('moved_refund_until', 'Until when purchases before that come back in full'),
      time('deleted_at', 'When it was deleted', "nullif(deleted_at, 'infinity')"),
    ],
  },
  {
    name: 'places',
    description: 'Stages, bars and all that stands on the map of a festival',
    from: `places where ${inChosen} order by festival_id, position, id`,
    fields: [id, festival, ...fieldsOf(placeColumns), ...degrees('coordinates')],
  },
  {
    name: 'artists',
    description: 'Artists: of one organizer, those who play at its festivals',
    from: `artists a where is_whole() or id in (select artist_id from gigs where ${inChosen}) order by name, id`,
    fields: [
      id,
      ...fieldsOf(artistColumns),
      [
        'genres',
        'string',
        'Genres, separated by |',
        `(select string_agg(g.name, '|' order by g.name) from artist_genres ag join genres g
          on g.id = ag.genre_id where ag.artist_id = a.id)`,
      ],
    ],
  },
  {
    name: 'gigs',
    description: 'Who plays where and when',
    from: `gigs where ${inChosen} order by festival_id, start_time, id`,
    fields: [id, festival, ...fieldsOf(gigColumns)],
  },
]

export const tables: Table[] = [
  ...catalogue,
  ...sales,
  ...people.map((table): Table => ({ ...table, isPrivate: true })),
]

export function queryOf({ from, fields }: Table, isWhole: boolean): string {
  const columns = fields.map(([name, , , expression = name]) => `${expression} as ${name}`)
  return `select ${columns.join(', ')} from ${from.replaceAll('is_whole()', `${isWhole}`)}`
}

/** The description of the folder as a Frictionless Data Package. */
export function packageOf(written: Map<Table, number>, title: string, created: Date) {
  return {
    profile: 'tabular-data-package',
    name: 'festival-export',
    title,
    created: created.toISOString(),
    resources: [...written].map(([{ name, description, fields }, rows]) => ({
      name,
      path: `${name}.csv`,
      profile: 'tabular-data-resource',
      description,
      rows,
      encoding: 'utf-8',
      schema: {
        fields: fields.map(([field, type, about]) => ({ name: field, type, description: about })),
      },
    })),
  }
}
