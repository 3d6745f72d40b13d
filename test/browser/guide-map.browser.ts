/** The guide's maps: the festivals of a list, and the places of a festival. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { aFestival, aName, aPlace } from '../catalogue.ts'
import { aSite } from './site.ts'

const site = await aSite()

/** The address of a list with a festival at each of these points. */
async function aListOf(points: string[]): Promise<string> {
  const country = aName('Land')
  for (const location of points) await aFestival(site, { country, location })
  return `/?country=${encodeURIComponent(country)}`
}

/** The middles of the points on the map, as parts of its width and height. */
async function pointsOn(page: Page) {
  await page.locator('.dot').first().waitFor()
  const map = await page.locator('.map').boundingBox()
  assert.ok(map)
  const boxes = await page.locator('.dot').evaluateAll((dots) =>
    dots.map((dot) => {
      const { left, top, width, height } = dot.getBoundingClientRect()
      return { x: left + width / 2, y: top + height / 2 }
    }),
  )
  return boxes.map(({ x, y }) => ({ x: (x - map.x) / map.width, y: (y - map.y) / map.height }))
}

const spread = (values: number[]) => Math.max(...values) - Math.min(...values)

for (const width of [390, 1360]) {
  test(`the map fits its festivals, from pole to pole, ${width} px`, async () => {
    for (const points of [
      ['(-3.7,40.4)', '(12.6,55.7)', '(18.9,69.6)'],
      ['(25.7,66.5)', '(-68.3,-54.8)', '(174.8,-41.3)', '(72.8,19.1)'],
      ['(-50,89.9)', '(166.7,-77.8)'],
      ['(-170,10)', '(0,60)', '(-60,-10)', '(80,20)', '(150,-5)'],
    ]) {
      const { page, done } = await site.open(await aListOf(points), { width })
      const shown = await pointsOn(page)
      assert.equal(shown.length, points.length, points.join())
      for (const { x, y } of shown) {
        assert.ok(x > 0.05 && x < 0.95 && y > 0.05 && y < 0.95, `${points} at ${x}, ${y}`)
      }
      const [x, y] = [spread(shown.map((at) => at.x)), spread(shown.map((at) => at.y))]
      assert.ok(x > 0.6 || y > 0.6, `${points} fill ${x} by ${y} of the map`)
      await done()
    }
  })

  test(`a single festival is in the middle of its region, ${width} px`, async () => {
    const { page, done } = await site.open(await aListOf(['(12.6,55.7)']), { width })
    const [at] = await pointsOn(page)
    assert.ok(at && Math.abs(at.x - 0.5) < 0.01 && Math.abs(at.y - 0.5) < 0.01)
    // Coasts are around it: it is not so near that the map is empty.
    const land = await page.locator('.land').getAttribute('d')
    assert.ok((land?.match(/L/g)?.length ?? 0) > 10)
    await done()
  })

  test(`the list is in sight below the map, ${width} px`, async () => {
    const { page, done } = await site.open(await aListOf(['(12.6,55.7)', '(-3.7,40.4)']), { width })
    await page.locator('.dot').first().waitFor()
    const card = await page.locator('.card').first().boundingBox()
    const height = page.viewportSize()?.height ?? 0
    assert.ok(card && card.y < height - 100, `the first card begins at ${card?.y} of ${height}`)
    await done()
  })
}

test('no place on the map of the site is over its scale', async () => {
  const { id: festival_id } = await aFestival(site)
  const corners = ['(12.60,55.70)', '(12.60,55.69)', '(12.61,55.70)', '(12.61,55.69)']
  for (const [position, coordinates] of corners.entries()) {
    await aPlace(site, { festival_id, position, coordinates })
  }
  for (const width of [390, 1360]) {
    const { page, done } = await site.open(`/guide/${festival_id}`, { width })
    const bottoms = await page
      .locator('.pin')
      .evaluateAll((pins) => pins.map((pin) => pin.getBoundingClientRect().bottom))
    const scale = await page
      .locator('.scale, .metres')
      .evaluateAll((marks) => marks.map((mark) => mark.getBoundingClientRect().top))
    assert.equal(bottoms.length, corners.length)
    assert.ok(Math.max(...bottoms) <= Math.min(...scale), `${bottoms} and ${scale}`)
    await done()
  }
})
