import { SegmentedControl, Text } from '@mantine/core'
import { type SyntheticEvent, useState } from 'react'
import { nonce } from '../nonce.ts'

/** What a mail says, as the recipient sees it: as a page, or as the text of mail programs without HTML. */
export function Content({ text, html }: { text: string; html: string | null }) {
  const [form, setForm] = useState('page')
  if (html === null) return <Plain text={text} />
  return (
    <>
      <SegmentedControl
        aria-label="Form"
        data={[
          { value: 'page', label: 'Page' },
          { value: 'text', label: 'Text' },
        ]}
        value={form}
        onChange={setForm}
        className="mail-form"
      />
      {form === 'page' ? <Sheet html={html} /> : <Plain text={text} />}
    </>
  )
}

function Plain({ text }: { text: string }) {
  return (
    <Text component="pre" m={0} ff="text" className="wraps mail-text">
      {text}
    </Text>
  )
}

/** In a frame that runs no script. Its styles need the nonce of the console's policy; links open a new tab. */
function Sheet({ html }: { html: string }) {
  const sheet = html
    .replace('<style>', `<style nonce="${nonce}">`)
    .replace('<head>', '<head><base target="_blank">')
  return (
    <iframe
      title="Mail"
      className="mail-page"
      sandbox="allow-same-origin allow-popups allow-popups-to-escape-sandbox"
      srcDoc={sheet}
      onLoad={fit}
    />
  )
}

/** Makes the frame as high as what is in it. */
function fit({ currentTarget: frame }: SyntheticEvent<HTMLIFrameElement>) {
  const height = frame.contentDocument?.documentElement.scrollHeight
  if (height) frame.style.height = `${height}px`
}
