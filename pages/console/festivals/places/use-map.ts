import { useMergedRef, useResizeObserver } from '@mantine/hooks'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { MapPointers } from './pointers.ts'
import {
  fit,
  type LatLng,
  type Pixel,
  pan,
  type Size,
  toLatLng,
  type View,
  zoom,
} from './projection.ts'

/** A dragged pin and its current position. */
export type DraggedPin = { id: string; at: LatLng }

type Hears = {
  onMove: (id: string, to: LatLng) => void
  onPick: (at: LatLng) => void
}

export type Camera = ReturnType<typeof useCamera>

/** The view of the map: all points at first, then the user's choice. */
export function useCamera(points: LatLng[]) {
  const [measured, { width, height }] = useResizeObserver<HTMLDivElement>()
  const size: Size = { width, height }
  const [view, setView] = useState<View>()
  // Set once the size and position of the map are known.
  if (view === undefined && width > 0 && points.length > 0) setView(fit(points, size))
  const look = (change: (view: View) => View) => setView((before) => before && change(before))
  const middle = { x: width / 2, y: height / 2 }
  return {
    measured,
    size,
    view,
    fit: () => setView(fit(points, size)),
    zoom: (factor: number, at: Pixel = middle) =>
      look((before) => zoom(before, factor, { at, size })),
    pan: (by: Pixel) => look((before) => pan(before, by, size)),
  }
}

/** Lets the user drag pins, and pan and zoom the map. */
export function useMapPointers(camera: Camera, { onMove, onPick }: Hears) {
  const element = useRef<HTMLDivElement>(null)
  const [held, setHeld] = useState<DraggedPin>()
  const placeOf = (at: Pixel) =>
    camera.view ? toLatLng(at, camera.view, camera.size) : { lat: 0, lng: 0 }
  const draw = useEffectEvent((by: Pixel) => camera.pan(by))
  const near = useEffectEvent((factor: number, at: Pixel) => camera.zoom(factor, at))
  const drag = useEffectEvent((id: string, to: Pixel) => setHeld({ id, at: placeOf(to) }))
  const drop = useEffectEvent((id: string, to: Pixel) => {
    setHeld(undefined)
    onMove(id, placeOf(to))
  })
  const pick = useEffectEvent((at: Pixel) => onPick(placeOf(at)))
  useEffect(() => {
    if (!element.current) return undefined
    const pointers = new MapPointers(element.current, {
      onPan: (by) => draw(by),
      onZoom: (factor, at) => near(factor, at),
      onDrag: (id, to) => drag(id, to),
      onDrop: (id, to) => drop(id, to),
      onCancel: () => setHeld(undefined),
      onPick: (at) => pick(at),
    })
    return () => pointers.end()
  }, [])
  return { ref: useMergedRef(element, camera.measured), held }
}
