/** Kinds of places that staff may choose; other kinds are shown as written. */
export const placeKinds = {
  stage: 'stage',
  food: 'food',
  drink: 'drinks',
  toilet: 'toilet',
  medical: 'first aid',
  info: 'information',
  parking: 'parking',
  camping: 'camping',
  entrance: 'entrance',
  exit: 'exit',
  charging: 'charging',
  locker: 'lockers',
  other: 'other',
}
