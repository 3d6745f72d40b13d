import { Type } from 'typebox'
import { Uuid } from '#platform/values/shapes'

export const NewMerge = Type.Object({
  into: Uuid,
})
