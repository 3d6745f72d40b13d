comment on column payments.network is
  'HMAC of where it was bought from, while it waits for its buyer; of one that was held first and expired, for the hour in which it counts';
