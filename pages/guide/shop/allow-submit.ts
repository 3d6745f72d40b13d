/** Enables the submit buttons of a form, once a script handles it. Before that the browser would reload the page and lose the input. */
export function allowSubmit(form: HTMLFormElement): void {
  for (const button of form.querySelectorAll<HTMLButtonElement>('[type=submit]'))
    button.disabled = false
}
