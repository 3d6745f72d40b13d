/** The elements of the page. Text is always set as text. */

/** Returns a part of the page. @throws Error when the page has no such part */
export function part<T extends Element>(id: string, type: new () => T): T {
  const element = document.getElementById(id)
  if (element instanceof type) return element
  throw new Error(`The page has no ${id}`)
}

export const box = (id: string) => part(id, HTMLElement)
export const button = (id: string) => part(id, HTMLButtonElement)
export const input = (id: string) => part(id, HTMLInputElement)

/** Sets the text of an element; does nothing if it is the same, so that it is not announced again. */
export function say(id: string, text: string): void {
  const element = box(id)
  if (element.textContent !== text) element.textContent = text
}

export function show(id: string, isThere: boolean): void {
  box(id).hidden = !isThere
}

/** Returns true if a dialog covers the page. */
export const isInDialog = () => document.querySelector('dialog[open]') !== null

/** Creates an element with a class and children. */
export function element<K extends keyof HTMLElementTagNameMap>(
  name: K,
  className: string,
  ...inside: (Node | string)[]
): HTMLElementTagNameMap[K] {
  const made = document.createElement(name)
  if (className !== '') made.className = className
  made.append(...inside)
  return made
}

/** One of the page's icons. */
export function sign(name: string): SVGElement {
  const space = 'http://www.w3.org/2000/svg'
  const svg = document.createElementNS(space, 'svg')
  const use = document.createElementNS(space, 'use')
  use.setAttribute('href', `#icon-${name}`)
  svg.setAttribute('class', 'icon')
  svg.setAttribute('aria-hidden', 'true')
  svg.append(use)
  return svg
}

/** Shows one of the notices at the top, or removes it. */
export function notice(
  id: string,
  text: string | null,
  press?: { name: string; work: () => void },
): void {
  const before = document.getElementById(id)
  const spoken = before?.querySelector('p')?.textContent
  if (text === (spoken ?? null)) return
  before?.remove()
  if (text === null) return
  const made = element('div', 'notice', element('p', '', text))
  made.id = id
  if (press) {
    const button = element('button', 'button', press.name)
    button.type = 'button'
    button.addEventListener('click', press.work)
    made.append(button)
  }
  box('notices').append(made)
}
