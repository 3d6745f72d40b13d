import { Box } from '@mantine/core'
import './mark.css'

type Props = { tone?: 'good' | 'warn' | 'bad' | 'live' | 'quiet'; children: string }

/** A state in a word or two; its colour only underlines what the words say. */
export function Mark({ tone = 'quiet', children }: Props) {
  return (
    <Box component="span" className="mark" data-tone={tone}>
      {children}
    </Box>
  )
}
