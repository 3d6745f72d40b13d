import { Button, Group, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useEffect, useMemo, useState, useSyncExternalStore } from 'react'
import type { Festival } from '../../../client/src/index.ts'
import { queries } from '../queries.ts'
import { apply, type Edit, Edits, isChange, pick, withEdits } from './edits.ts'
import { changeSet } from './sets.ts'

type Part = 'gigs' | 'places'
type Input<One> = { id: string; to: Partial<One>; words: string }

/** The time for which the message offers undo, in milliseconds; the button of the page stays. */
const offered = 10_000
let shown: string | undefined

/**
 * The gigs or places of a festival, and changes to one of them. Changes are shown at once, written on top
 * of the changes of others, and can be undone.
 */
export function useEdits<P extends Part>(festival: Festival, part: P) {
  type One = Festival[P][number]
  const [edits] = useState(() =>
    editsOf<One>((edit) =>
      // Records are written back as they were read.
      write(festival.id, part, (current) => apply<One>(current, edit) as ReturnType<Change<P>>),
    ),
  )
  const { waiting, done } = useSyncExternalStore(edits.subscribe, () => edits.state)
  const stored: readonly One[] = festival[part]
  useEffect(() => edits.settle(stored), [edits, stored])
  useEffect(() => {
    const key = (event: KeyboardEvent) => {
      if (!isUndo(event)) return
      event.preventDefault()
      undo(edits)
    }
    window.addEventListener('keydown', key)
    return () => {
      window.removeEventListener('keydown', key)
      edits.flush()
    }
  }, [edits])
  const records = useMemo(() => withEdits(stored, waiting), [stored, waiting])

  /** A change based on the fields as they are shown now; undefined when it changes nothing. */
  const editOf = ({ id, to, words }: Input<One>): Edit<One> | undefined => {
    const record = withEdits(stored, edits.state.waiting).find((one) => one.id === id)
    if (!record) return undefined
    const edit = { id, from: pick(record, to), to, words }
    return isChange(edit) ? edit : undefined
  }
  return {
    records,
    /** Makes a change by pointer: a refusal is shown, and the change is reverted. */
    edit: (input: Input<One>) => {
      const edit = editOf(input)
      if (edit) edits.now(edit).catch(refuse)
    },
    /** Makes a change by keys; more keys may follow. */
    nudge: (input: Input<One>) => {
      const edit = editOf(input)
      if (edit) edits.later(edit)
    },
    /** Makes a change by a form, which shows the refusal itself. */
    save: async (input: Input<One>) => {
      const edit = editOf(input)
      if (edit) await edits.now(edit)
    },
    /** Makes another change to the set, such as adding a record, after the earlier changes. */
    change: (change: Change<P>) => edits.after(() => write(festival.id, part, change)),
    /** Shows why a change was refused, and reads the records again. */
    refuse,
    flush: () => edits.flush(),
    undo: () => undo(edits),
    canUndo: done.length + waiting.length > 0,
  }
}

function editsOf<One extends { id: string }>(write: (edit: Edit<One>) => Promise<unknown>) {
  const edits: Edits<One> = new Edits<One>({
    write,
    onDone: (edit) => notify(edit.words, () => undo(edits, edit)),
    onFail: refuse,
  })
  return edits
}

function undo<One extends { id: string }>(edits: Edits<One>, edit?: Edit<One>) {
  edits
    .undo(edit)
    .then((back) => back && notify(`Undone: ${back.words}`))
    .catch(refuse)
}

type Change<P extends Part> = Parameters<typeof changeSet<P>>[2]

/** Writes a change and shows the answer of the API; an older request under way is cancelled. */
async function write<P extends Part>(id: string, part: P, change: Change<P>): Promise<void> {
  const saved = await changeSet(id, part, change)
  const queryKey = ['festival', id]
  void queries.cancelQueries({ queryKey, exact: true })
  queries.setQueryData(queryKey, saved)
}

function refuse(error: Error): void {
  notifications.show({ title: 'This could not be done', message: error.message, color: 'red' })
  void queries.invalidateQueries({ queryKey: ['festival'] })
}

/** Returns true for Ctrl+Z, or ⌘Z, outside of a field, which has its own undo. */
function isUndo({ key, ctrlKey, metaKey, shiftKey, target }: KeyboardEvent): boolean {
  const isField = target instanceof Element && target.closest('input, textarea, [role=dialog]')
  return key.toLowerCase() === 'z' && (ctrlKey || metaKey) && !shiftKey && !isField
}

/** Shows one message at a time: it undoes the last change. */
function notify(words: string, undo?: () => void): void {
  if (shown) notifications.hide(shown)
  shown = notifications.show({
    color: 'teal',
    autoClose: offered,
    message: (
      <Group justify="space-between" wrap="nowrap">
        <Text size="sm" className="wraps">
          {words}
        </Text>
        {undo && (
          <Button size="xs" variant="default" flex="none" onClick={undo}>
            Undo
          </Button>
        )}
      </Group>
    ),
  })
}
