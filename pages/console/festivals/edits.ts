/** A change of one record: the fields before, the fields after, and a description. */
export type Edit<One> = { id: string; from: Partial<One>; to: Partial<One>; words: string }

type State<One> = {
  /** changes already shown, although the API has not confirmed them yet; oldest first */
  waiting: readonly Edit<One>[]
  /** the changes that can be undone, newest last */
  done: readonly Edit<One>[]
}

type Ends<One> = {
  /** writes a change; throws to refuse it */
  write: (edit: Edit<One>) => Promise<unknown>
  /** called with each change that can be undone */
  onDone: (edit: Edit<One>) => void
  /** called with the error of a change that no caller awaits */
  onFail: (error: Error) => void
}

/** A change is written this long after the last key press, in milliseconds. */
const rest = 600

/**
 * Changes that are shown at once and written one after the other. Repeated key presses are one change, written after a
 * pause in the presses.
 */
export class Edits<One extends { id: string }> {
  state: State<One> = { waiting: [], done: [] }
  readonly #to: Ends<One>
  readonly #listeners = new Set<() => void>()
  readonly #written = new Set<Edit<One>>()
  #tail: Promise<unknown> = Promise.resolve()
  #seen: readonly One[] | undefined
  #resting: { edit: Edit<One>; timer: ReturnType<typeof setTimeout> } | undefined

  constructor(to: Ends<One>) {
    this.#to = to
  }

  subscribe = (listener: () => void) => {
    this.#listeners.add(listener)
    return () => {
      this.#listeners.delete(listener)
    }
  }

  /** Shows a change and writes it. Rejects if it is refused, and no longer shows it then. */
  async now(edit: Edit<One>): Promise<void> {
    this.flush()
    this.#become({ waiting: [...this.state.waiting, edit] })
    await this.#enqueue(edit)
  }

  /** Shows a change, and writes it unless another one of the same record follows. */
  later(edit: Edit<One>): void {
    const before = this.#resting?.edit
    if (before?.id !== edit.id) this.flush()
    clearTimeout(this.#resting?.timer)
    const whole =
      before?.id === edit.id
        ? { ...edit, from: { ...edit.from, ...before.from }, to: { ...before.to, ...edit.to } }
        : edit
    this.#become({ waiting: [...this.state.waiting.filter((one) => one !== before), whole] })
    this.#resting = { edit: whole, timer: setTimeout(() => this.flush(), rest) }
  }

  /** Writes the change that still waits for another key press. */
  flush(): void {
    const { edit, timer } = this.#resting ?? {}
    if (!edit) return
    clearTimeout(timer)
    this.#resting = undefined
    if (isChange(edit)) this.#enqueue(edit).catch((error: Error) => this.#to.onFail(error))
    else this.#drop(edit)
  }

  /** Undoes the given change, or the last one; returns undefined when there is none. */
  async undo(which?: Edit<One>): Promise<Edit<One> | undefined> {
    const resting = this.#resting
    if (!which && resting) {
      clearTimeout(resting.timer)
      this.#resting = undefined
      this.#drop(resting.edit)
      return resting.edit
    }
    this.flush()
    await this.#tail
    const edit = which ?? this.state.done.at(-1)
    if (!edit || !this.state.done.includes(edit)) return undefined
    const back = { ...edit, from: edit.to, to: edit.from }
    this.#become({
      done: this.state.done.filter((one) => one !== edit),
      waiting: [...this.state.waiting, back],
    })
    await this.#enqueue(back, true)
    return back
  }

  /** Takes the records from the latest read, which include the changes written before it. */
  settle(records: readonly One[]): void {
    if (records === this.#seen) return
    this.#seen = records
    const waiting = this.state.waiting.filter((edit) => !this.#written.delete(edit))
    if (waiting.length < this.state.waiting.length) this.#become({ waiting })
  }

  /** Runs another operation on the records once all earlier changes are written. */
  async after(work: () => Promise<unknown>): Promise<void> {
    this.flush()
    await this.#next(work)
  }

  #next(work: () => Promise<unknown>): Promise<unknown> {
    const done = this.#tail.then(work)
    this.#tail = done.catch(() => undefined)
    return done
  }

  async #enqueue(edit: Edit<One>, isUndo = false): Promise<void> {
    try {
      await this.#next(() => this.#to.write(edit))
    } catch (error) {
      this.#drop(edit)
      throw error
    }
    this.#written.add(edit)
    if (isUndo) return
    this.#become({ done: [...this.state.done, edit] })
    this.#to.onDone(edit)
  }

  /** Reverts the displayed record. */
  #drop(edit: Edit<One>): void {
    this.#become({ waiting: this.state.waiting.filter((one) => one !== edit) })
  }

  #become(change: Partial<State<One>>): void {
    this.state = { ...this.state, ...change }
    for (const listener of this.#listeners) listener()
  }
}

/** Returns the records with the changes applied. */
export function withEdits<One extends { id: string }>(
  records: readonly One[],
  edits: readonly Edit<One>[],
): One[] {
  return records.map((record) => {
    const mine = edits.flatMap(({ id, to }) => (id === record.id ? [to] : []))
    return mine.length === 0 ? record : Object.assign({}, record, ...mine)
  })
}

/**
 * Applies one change to the current records.
 * @throws Error when the record is gone, or a changed field no longer has the value that the user saw
 */
export function apply<One extends { id: string }>(records: readonly One[], edit: Edit<One>): One[] {
  const current = records.find(({ id }) => id === edit.id)
  if (!current) throw new Error('Another user has deleted it in the meantime.')
  if (!isSame(pick(current, edit.from), edit.from)) {
    throw new Error('Another user has changed it in the meantime. The current version is shown.')
  }
  return withEdits(records, [edit])
}

/** Returns the fields of a record that a change contains. */
export function pick<One extends object>(record: One, fields: Partial<One>): Partial<One> {
  const names = Object.keys(fields) as (keyof One)[]
  return Object.fromEntries(names.map((name) => [name, record[name]])) as Partial<One>
}

export function isChange<One>({ from, to }: Pick<Edit<One>, 'from' | 'to'>): boolean {
  return !isSame(from, to)
}

function isSame(one: object, other: object): boolean {
  const [mine, theirs] = [one, other] as Record<string, unknown>[]
  return Object.keys(other).every(
    (name) => JSON.stringify(mine?.[name]) === JSON.stringify(theirs?.[name]),
  )
}
