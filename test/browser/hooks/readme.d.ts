/** The example of client/README.md, with the tokens of this page. */
declare module 'readme' {
  import type { ReactElement } from 'react'

  export function App(): ReactElement
}
