import { Component, type ReactNode } from 'react'
import { Failure } from './states.tsx'

type Props = { resetOn: string; children: ReactNode }
type State = { error: Error | undefined; at: string | undefined }

/** Keeps an error in one page from breaking the others; navigating away clears it. */
export class Boundary extends Component<Props, State> {
  override state: State = { error: undefined, at: undefined }

  static getDerivedStateFromError(error: Error): Partial<State> {
    return { error }
  }

  static getDerivedStateFromProps({ resetOn }: Props, { at }: State): Partial<State> | null {
    return resetOn === at ? null : { error: undefined, at: resetOn }
  }

  override render() {
    const { error } = this.state
    return error ? <Failure error={error} retry={() => location.reload()} /> : this.props.children
  }
}
