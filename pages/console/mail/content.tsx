import { SegmentedControl, Text } from '@mantine/core'
import { type SyntheticEvent, useState } from 'react'
import { nonce } from '../nonce.ts'

/** The content of a mail as the recipient sees it: as a page, or as the text of mail programs without HTML. */
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

/** A frame that runs no script and loads nothing. Links open a new tab. */
function Sheet({ html }: { html: string }) {
  const policy = `default-src 'none'; style-src 'nonce-${nonce}'`
  const head = `<head><meta http-equiv="content-security-policy" content="${policy}"><base target="_blank">`
  const sheet = html
    .replace('<style>', `<style nonce="${nonce}">`)
    .replace('<head>', head)
    .replaceAll(' style="', ' data-style="')
  return (
    <iframe
      title="Mail"
      className="mail-page"
      sandbox="allow-same-origin allow-popups allow-popups-to-escape-sandbox"
      srcDoc={sheet}
      onLoad={show}
    />
  )
}

/**
 * Shows a mail as mail programs do. The policy of the console allows no style attributes on elements of the text, so
 * each is set here; then the frame is made as high as its content.
 */
function show({ currentTarget: frame }: SyntheticEvent<HTMLIFrameElement>) {
  const sheet = frame.contentDocument
  if (!sheet) return
  for (const element of sheet.querySelectorAll<HTMLElement>('[data-style]'))
    element.style.cssText = element.dataset['style'] ?? ''
  frame.style.height = `${sheet.documentElement.scrollHeight}px`
}
