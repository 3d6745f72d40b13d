import assert from 'node:assert/strict'
import { test } from 'node:test'
import { saveArtists } from '#catalogue/artists'
import { aFestival } from '../../../test/catalogue.ts'
import { aWorld } from '../../../test/world.ts'

const world = await aWorld()

async function found(text: string) {
  const { status, body } = await world.get(`/search?for=${encodeURIComponent(text)}`, {
    client: null,
  })
  assert.equal(status, 200)
  const { artists, festivals, genres } = body
  return { artists, festivals, genres }
}

const awkward: [name: string, alsoFoundBy?: string[]][] = [
  ['112'],
  ['3'],
  ['Q'],
  ['U2'],
  ['a-ha', ['A-HA', '-ha']],
  ['$uicideboy$', ['$UICIDEBOY$', 'uicide', 'suicideboys']],
  ['100% Original', ['100%', '100 orig', 'original 100']],
  ['Licorgasmalcoolatra 39%', ['39%']],
  ['i_o', ['I_O', 'io', 'i o']],
  ['|||_-_|||', ['|||_']],
  ['Axwell /\\ Ingrosso', ['axwell ingrosso', '/\\ ing', 'ingrosso axwell']],
  ["Guns N' Roses", ['Guns N’ Roses', "n' roses", 'GUNS N', 'guns and roses', 'Roses, Guns']],
  ['JAY-Z', ['Jay Z', 'jayz', 'JAY–Z', 'z jay']],
  ['R.E.M.', ['REM', 'R.E.M', 'r e m']],
  ['ACDC', ['AC/DC', 'AC DC', 'ac-dc']],
  ['Yuki & the Waves', ['Yuki and the waves', 'waves yuki', 'yuki+waves', 'yukiandthewaves']],
  ['Am Grünsee', ['gruensee', 'grunsee', 'GRÜNSEE', 'gruen']],
  ['"Weird Al" Yankovic', ['"weird', 'weird al']],
  ["O'Brother; drop table artists; --", ["o'brother", 'obrother', '; drop']],
  ['(hed) p.e.', ['(hed)', 'hed']],
  ['AC/DC', ['ACDC', 'AC DC', 'ac/dc', 'dc', 'A.C.D.C.']],
  ['!!!'],
  ['+44', ['44']],
  ['*NSYNC', ['*nsync', 'NSYNC']],
  ['P!nk', ['p!nk', 'Pink']],
  ['A$AP Rocky', ['a$ap', 'asap rocky']],
  ['m@x.example', ['@x']],
  ['Motörhead', ['motorhead', 'MOTÖRHEAD', 'mötorhead', 'törh']],
  ['Sigur Rós', ['sigur ros', 'SIGUR RÓS', 'rós', 'ros']],
  ['Beyoncé'.normalize('NFD'), ['beyonce', 'Beyoncé', 'Béyonce']],
  ['Röyksopp', ['royksopp']],
  ['Mø', ['mo', 'MØ']],
  ['Łona', ['lona', 'łona']],
  ['Straßenjungs', ['strassenjungs', 'STRASSEN']],
  ['Ænima', ['aenima']],
  [
    'Βασίλης Παπακωνσταντίνου',
    ['Vasilis Papakonstantinou', 'βασιλης', 'ΒΑΣΊΛΗΣ', 'παπακωνσταντινου', 'παπα'],
  ],
  ['Кино', ['кино', 'КИНО', 'ино', 'kino']],
  ['Пётр Чайковский', ['chaykovskiy', 'Petr Chaykovsky', 'Чаиковский']],
  ['AC⚡DC', ['AC⚡DC', 'ac dc', 'ACDC']],
  ['Чайф и Йорш', ['чайф', 'йорш', 'ЙОРШ']],
  ['東京事変', ['東京', '京', '京事変']],
  ['ゲスの極み乙女', ['ゲス', '極み', '乙女', 'gesu']],
  ['ｱｲﾄﾞﾙ', ['アイドル']],
  ['방탄소년단', ['방탄', '소년단', 'bangtan']],
  ['فيروز', ['فيروز', 'روز']],
  ['עברי לידר', ['לידר', 'עברי']],
  ['บอดี้สแลม', ['บอดี้', 'สแลม']],
  ['लता मंगेशकर', ['लता', 'मंगेशकर']],
  ['🎪 Zirkus', ['🎪', 'zirkus']],
  ['x', ['X']],
  [
    'Musikkorps der 1. Gebirgsdivision Garmisch-Partenkirchen & der Chor des Gebirgsfernmeldebataillons 8, Mittenwald; Leitung Herbert Zimmermann',
    ['gebirgsfernmeldebataillons 8, mittenwald', 'Herbert Zimmermann'],
  ],
  ['  Blanks   in   between  ', ['blanks in between', ' blanks  in ']],
]

for (const [name, others = []] of awkward) {
  // Requirement (rules): contract §4 Search: accents and case do not matter; any name is found by itself
  test(`${name.slice(0, 40)} is found by its own name, as artist, festival and genre`, async () => {
    const [id] = await saveArtists(world.db, [{ name, genres: [name] }], {
      createdBy: null,
    })
    const festival = await aFestival(world, { name })
    for (const text of [name, ...others]) {
      const { artists, festivals, genres } = await found(text)
      const isIn = (list: { id: string }[], wanted: string | undefined) =>
        assert.ok(
          list.some((item) => item.id === wanted),
          `${text} does not find ${name}`,
        )
      isIn(artists, id)
      isIn(festivals, festival.id)
      assert.ok(genres.some((genre: { name: string }) => genre.name === name))
    }
    const { artists, festivals } = await found(name)
    assert.deepEqual([artists[0].name, festivals[0].name], [name, name])
  })
}

// Requirement (rules): contract §4 Search: the exact spelling comes first
test('of names that differ in signs alone, the one that was typed comes first', async () => {
  const wildcard = ['qzv%x', 'qzv_x', 'qzv\\x', 'QZV%X']
  await saveArtists(
    world.db,
    [...wildcard, 'qzvax'].map((name) => ({ name })),
    { createdBy: null },
  )
  for (const name of wildcard) {
    const { artists } = await found(name)
    const names = artists.map((artist: { name: string }) => artist.name)
    assert.deepEqual([names[0], names.toSorted()], [name, wildcard.toSorted()])
  }
})
