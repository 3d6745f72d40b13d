import { showReference } from './reference.ts'
import { offerSignIn } from './sign-in.ts'

offerSignIn()
showReference().catch(() => {
  const waiting = document.getElementById('waiting')
  if (waiting) waiting.textContent = 'The reference did not arrive. Reload the page to try again.'
})
