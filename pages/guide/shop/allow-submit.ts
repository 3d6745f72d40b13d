/** Lets a form be sent; before a script listens, the browser would reload the page and lose what was typed. */
export function allowSubmit(form: HTMLFormElement): void {
  for (const button of form.querySelectorAll<HTMLButtonElement>('[type=submit]'))
    button.disabled = false
}
