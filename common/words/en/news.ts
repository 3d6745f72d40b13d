/** Texts of a notification that the guide's worker shows when it cannot read a push. */
export const news = { title: 'News for you' }
