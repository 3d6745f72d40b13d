import { Component, type ReactNode } from 'react'
import { Failure } from './states.tsx'

type Props = { resetOn: string; children: ReactNode }
type State = { error: Error | undefined; at: string | undefined }

/** A page that breaks does not take the others with it: going elsewhere mends it. */
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
