import { guideWords as words } from '#common/words/guide-words'
import { find, type Group, toElements } from './found.ts'

/** The pause in typing before a search, in ms. */
const pause = 180
/** A phone, used with a finger, has no arrow keys. */
const hasKeys = matchMedia('(hover: hover) and (pointer: fine)')

type Parts = { input: HTMLInputElement; box: HTMLElement; list: HTMLElement; note: HTMLElement }

/** Makes a combobox of a search form, following the ARIA authoring practices. */
export function searchAsTyped(form: HTMLFormElement): void {
  const input = form.querySelector('input')
  if (!input) return
  const [box, list, note] = ['div', 'div', 'p'].map((name) => document.createElement(name)) as [
    HTMLElement,
    HTMLElement,
    HTMLElement,
  ]
  box.className = 'found-box'
  set(list, { role: 'listbox', 'aria-label': words.found, id: 'search-list' })
  set(note, { role: 'status' })
  set(input, {
    role: 'combobox',
    'aria-autocomplete': 'list',
    'aria-haspopup': 'listbox',
    'aria-expanded': 'false',
    'aria-controls': list.id,
  })
  box.append(list, note)
  form.append(box)
  const parts = { input, box, list, note }
  const lookUp = lookUps(parts)
  input.addEventListener('input', () => lookUp.soon())
  input.addEventListener('keydown', (event) => onKey(event, parts, lookUp))
  // A click must not move the focus out of the field before the link is followed.
  box.addEventListener('mousedown', (event) => event.preventDefault())
  form.addEventListener('focusout', ({ relatedTarget }) => {
    if (!(relatedTarget instanceof Node && form.contains(relatedTarget))) lookUp.end()
  })
  close(parts)
}

type LookUp = { soon(): void; now(): void; end(): void }

/** Only the answer to the last query is shown. */
function lookUps(parts: Parts): LookUp {
  let timer = 0
  let asked = new AbortController()
  const end = () => {
    clearTimeout(timer)
    asked.abort()
    close(parts)
  }
  const look = async () => {
    clearTimeout(timer)
    asked.abort()
    const text = parts.input.value.trim()
    if (text === '') return close(parts)
    const mine = new AbortController()
    asked = mine
    try {
      open(parts, await find(text, mine.signal), `${words.nothingFor(text)}.`)
    } catch {
      if (!mine.signal.aborted) open(parts, [], words.searchFailed)
    }
  }
  const soon = () => {
    clearTimeout(timer)
    timer = window.setTimeout(look, pause)
  }
  return { soon, now: () => void look(), end }
}

function onKey(event: KeyboardEvent, parts: Parts, lookUp: LookUp): void {
  const { input, list, box } = parts
  const options = [...list.querySelectorAll<HTMLAnchorElement>('[role=option]')]
  const chosen = options.findIndex((option) => option.getAttribute('aria-selected') === 'true')
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
  if (step !== undefined) {
    event.preventDefault()
    if (options.length === 0) lookUp.now()
    // One position more than there are options: the field itself, between the last and the first.
    else
      choose(input, options, ((chosen + 1 + step + options.length + 1) % (options.length + 1)) - 1)
  }
  if (event.key === 'Escape' && !box.hidden) {
    event.preventDefault()
    lookUp.end()
  }
  const option = options[chosen]
  if (event.key === 'Enter' && option && !box.hidden) {
    event.preventDefault()
    location.assign(option.href)
  }
}

function choose(input: HTMLInputElement, options: HTMLElement[], index: number): void {
  for (const [place, option] of options.entries()) {
    option.setAttribute('aria-selected', `${place === index}`)
  }
  const option = options[index]
  if (!option) return input.removeAttribute('aria-activedescendant')
  input.setAttribute('aria-activedescendant', option.id)
  option.scrollIntoView({ block: 'nearest' })
}

function open({ input, box, list, note }: Parts, groups: Group[], nothing: string): void {
  list.replaceChildren(...toElements(groups))
  const count = list.querySelectorAll('[role=option]').length
  list.hidden = count === 0
  const hint = hasKeys.matches ? ` ${words.keys}` : ''
  note.textContent = count === 0 ? nothing : `${words.foundCount(count)}${hint}`
  box.hidden = false
  input.setAttribute('aria-expanded', `${count > 0}`)
  input.removeAttribute('aria-activedescendant')
}

function close({ input, box, list, note }: Parts): void {
  box.hidden = true
  list.replaceChildren()
  note.textContent = ''
  input.setAttribute('aria-expanded', 'false')
  input.removeAttribute('aria-activedescendant')
}

function set(element: HTMLElement, attributes: Record<string, string>): void {
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value)
}
