import assert from 'node:assert/strict'
import { test } from 'node:test'
import { convert, toLinks, toText } from '../../../scripts/convert-lineup.ts'

const stages = {
  data: [
    { id: 1, name: 'Quay' },
    { id: 2, name: 'Quay ' },
    { id: 3, name: 'Crane' },
    { id: 4, deleted_at: '2027-01-01T00:00:00+00:00' },
  ],
}
const set = (stage_id: number, start: string | null, more: object = {}) => ({
  stage_id,
  start_time: start,
  end_time: start?.replace(/T\d\d/, 'T23') ?? null,
  ...more,
})
const artists = {
  _links: { self: 'https://app.example/v7/events/harbournights/editions/2027/artists' },
  data: [
    {
      name: 'Ebb Trio ',
      body: 'Three<br />\nbrothers',
      image: {
        '-1': '',
        100: 'https://pictures.example/100.jpg',
        500: 'https://pictures.example/500.jpg',
      },
      links: { soundcloud_user: '/ebb/' },
      performances: [set(1, '2027-07-01T18:00:00+02:00'), set(2, '2027-07-02T18:00:00+00:00')],
    },
    {
      name: 'Low Meadow B2B Ebb Trio',
      performances: [
        set(3, '2027-07-02T20:00:00+00:00'),
        set(3, '2027-07-02T20:00:00+00:00'),
        set(4, null),
        set(3, '2027-07-02T21:00:00+00:00', { published: false }),
        { deleted_at: '2027-01-01T00:00:00+00:00' },
      ],
    },
    { name: 'Silent', biography: 'Says nothing', performances: [] },
    { deleted_at: '2027-01-01T00:00:00+00:00' },
  ],
}

test('the lists of an app become a line-up', () => {
  const given = { year: '2027', country: 'Denmark', 'time-zone': 'Europe/Copenhagen' }
  const { lineup, left } = convert({ artists, stages }, given)
  assert.deepEqual(lineup.organizer, { id: 'harbournights', name: 'harbournights' })
  assert.equal(lineup.source, 'harbournights:2027')
  assert.deepEqual(lineup.festival, {
    name: 'harbournights 2027',
    venue: null,
    country: 'Denmark',
    time_zone: 'Europe/Copenhagen',
    start_time: '2027-07-01T16:00:00.000Z',
    end_time: '2027-07-02T23:00:00.000Z',
  })
  assert.deepEqual(lineup.places, [
    { name: 'Quay', type: 'stage' },
    { name: 'Crane', type: 'stage' },
  ])
  const end_time = '2027-07-02T23:00:00.000Z'
  assert.deepEqual(lineup.gigs, [
    {
      artist: 'Ebb Trio',
      place: 'Quay',
      start_time: '2027-07-01T16:00:00.000Z',
      end_time: '2027-07-01T21:00:00.000Z',
    },
    { artist: 'Ebb Trio', place: 'Quay', start_time: '2027-07-02T18:00:00.000Z', end_time },
    {
      artist: 'Low Meadow B2B Ebb Trio',
      place: 'Crane',
      start_time: '2027-07-02T20:00:00.000Z',
      end_time,
    },
    { artist: 'Low Meadow B2B Ebb Trio', place: null, start_time: null, end_time: null },
  ])
  assert.deepEqual(lineup.artists[0], {
    name: 'Ebb Trio',
    bio: 'Three\nbrothers',
    photo: 'https://pictures.example/500.jpg',
    music_streaming: null,
    audio_sharing: 'https://soundcloud.com/ebb',
    video_sharing: null,
  })
  assert.deepEqual(
    lineup.artists.map(({ name }) => name),
    ['Ebb Trio', 'Low Meadow B2B Ebb Trio', 'Silent'],
  )
  assert.deepEqual(left, {
    'artists deleted': 1,
    'stages deleted': 1,
    'sets deleted': 1,
    'sets not published': 1,
    'sets told twice': 1,
    'artists without a set (kept as artists)': 1,
  })
})

test('lists of another year are refused', () => {
  assert.throws(() => convert({ artists, stages }, { year: '2026' }), /No set lies in 2026/)
})

const html: [html: string, text: string][] = [
  ['One<br>two<br />\r\nthree', 'One\ntwo\nthree'],
  ['<p>One</p><p>two <b>three</b></p>', 'One\ntwo three'],
  ['Salt &amp; pepper &#39;n&#x27; &lt;b&gt;', "Salt & pepper 'n' <b>"],
  ['I <3 you, 1 < 2 &unknown;', 'I <3 you, 1 < 2 &unknown;'],
  ['a<br /><br /><br /><br />b', 'a\n\nb'],
  ['o\0ered', 'o\ufffdered'],
  ['x\ud83cy', 'x\ufffdy'],
]
for (const [written, text] of html) {
  test(`the text of ${JSON.stringify(written)} is ${JSON.stringify(text)}`, () => {
    assert.equal(toText(written), text)
  })
}

const links: [links: object, field: string, url: string | null][] = [
  [{ spotify_artist_id: '6zQuKPa' }, 'music_streaming', 'https://open.spotify.com/artist/6zQuKPa'],
  [{ website: 'https://music.apple.com/ebb' }, 'music_streaming', 'https://music.apple.com/ebb'],
  [{ soundcloud_user: 'ebb' }, 'audio_sharing', 'https://soundcloud.com/ebb'],
  [{ website: 'https://www.mixcloud.com/ebb/' }, 'audio_sharing', 'https://www.mixcloud.com/ebb/'],
  [{ youtube_user: 'user/ebb' }, 'video_sharing', 'https://www.youtube.com/user/ebb'],
  [{ youtube_channel_id: 'UC1' }, 'video_sharing', 'https://www.youtube.com/channel/UC1'],
  [{ website: 'https://vimeo.com/ebb' }, 'video_sharing', 'https://vimeo.com/ebb'],
  [{ website: 'https://notyoutube.com/ebb' }, 'video_sharing', null],
  [{ spotify_artist_id: '' }, 'music_streaming', null],
  [{ youtube_user: 'watch' }, 'video_sharing', null],
]
for (const [given, field, url] of links) {
  test(`${JSON.stringify(given)} becomes ${field} ${url}`, () => {
    assert.equal(toLinks(given)[field], url)
  })
}
