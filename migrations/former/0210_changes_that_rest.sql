-- Followers too are notified of changes once they have come to rest. A row of news has the state before the first of
-- them, and their authors.
alter table festival_news add column line_up jsonb;
alter table festival_news add column editors jsonb;
alter table festival_news add column urgent_at timestamptz(3);
comment on column festival_news.before is 'when and where the festival was to be before the changes, and of which organizer; null: nothing changed';
comment on column festival_news.due_at is 'when changes have come to rest, and followers and holders are notified; null: they were';
comment on column festival_news.line_up is 'when each artist that changed played before, in milliseconds since 1970; null for one that did not play';
comment on column festival_news.editors is 'the author of the last change of each artist, or of the organizer, and whether it was staff';
comment on column festival_news.urgent_at is 'when the first change was made that rests for a shorter time';
