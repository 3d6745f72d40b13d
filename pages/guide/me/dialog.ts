import { words } from '#common/words/me-words'
import { onSubmit } from '../shop/forms.ts'
import { faultIn } from './acts.ts'

type DialogOptions = {
  title: string
  text: string[]
  button: string
  /** the label of the button that closes it; by default the label used on a fan's own pages */
  back?: string
  /** a field to fill in */
  field?: { label: string; attributes: Record<string, string> }
  /** the texts of refusals, by their codes */
  refused: Record<string, string>
}

let opened = 0

/**
 * Asks for confirmation in a dialog that Escape closes; the focus returns to where it was. `act` gets the field. A
 * refusal is shown in the dialog, which stays open.
 */
export function confirmInDialog(
  options: DialogOptions,
  act: (field: HTMLInputElement | null) => Promise<void>,
): HTMLDialogElement {
  const dialog = document.createElement('dialog')
  const form = document.createElement('form')
  form.noValidate = true
  const title = make('h2', options.title)
  title.id = `dialog-${++opened}`
  dialog.setAttribute('aria-labelledby', title.id)
  dialog.className = 'ask'
  form.append(title, ...options.text.map((text) => make('p', text)))
  const field = options.field ? addField(form, options.field) : null
  const fault = faultIn(form)
  const submit = Object.assign(make('button', options.button), {
    type: 'submit',
    className: 'main',
  })
  const back = Object.assign(make('button', options.back ?? words.notNow), {
    type: 'button',
    className: 'wide',
  })
  back.addEventListener('click', () => dialog.close())
  form.append(fault, submit, back)
  dialog.append(form)
  dialog.addEventListener('close', () => dialog.remove())
  onSubmit({ form, fault }, options.refused, () => act(field))
  document.body.append(dialog)
  dialog.showModal()
  return dialog
}

function addField(
  form: HTMLFormElement,
  { label, attributes }: NonNullable<DialogOptions['field']>,
) {
  const input = document.createElement('input')
  input.id = `field-${opened}`
  for (const [name, value] of Object.entries(attributes)) input.setAttribute(name, value)
  const fault = make('p', '')
  fault.id = `${input.id}-fault`
  fault.className = 'fault'
  fault.setAttribute('role', 'alert')
  input.setAttribute('aria-describedby', fault.id)
  form.append(Object.assign(make('label', label), { htmlFor: input.id }), input, fault)
  return input
}

export function make<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  text: string,
): HTMLElementTagNameMap[Name] {
  const made = document.createElement(name)
  made.textContent = text
  return made
}
