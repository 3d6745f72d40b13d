create table photo_folders (
  id uuid primary key,
  host text not null,
  seen_at timestamptz not null
);

comment on table photo_folders is
  'folders in which processes store photos; several at once, without a bucket, show each only its own';
