import { showReference } from './reference.ts'
import { offerSignIn } from './sign-in.ts'

offerSignIn()
showReference().catch(() => {
  const waiting = document.getElementById('waiting')
  if (waiting)
    waiting.textContent = 'The reference could not be loaded. Reload the page to try again.'
})
