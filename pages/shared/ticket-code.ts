/** A code on the screen; pages load it when they first show one. */
import { pathOf } from '#common/codes/qr-path'

const space = 'http://www.w3.org/2000/svg'

/** A ticket's code as a picture, always black on white. */
export function codeOf(code: string, label: string): SVGElement {
  const { size, path } = pathOf(code)
  const svg = document.createElementNS(space, 'svg')
  svg.setAttribute('viewBox', `0 0 ${size} ${size}`)
  svg.setAttribute('role', 'img')
  svg.setAttribute('aria-label', label)
  svg.setAttribute('shape-rendering', 'crispEdges')
  for (const [fill, d] of [
    ['#fff', `M0 0h${size}v${size}H0z`],
    ['#000', path],
  ] as const) {
    const made = document.createElementNS(space, 'path')
    made.setAttribute('fill', fill)
    made.setAttribute('d', d)
    svg.append(made)
  }
  return svg
}
