-- Challenges carry their end and a MAC: a row is a challenge that was used. During an upgrade a challenge that the other
-- version issued is refused, and the page asks for a new one.
comment on table passkey_challenges is 'challenges that were signed, until they end: none is accepted again';
comment on column passkey_challenges.hash is 'the MAC of the challenge; of the version before, the hash of one that is not signed yet';
comment on column passkey_challenges.user_id is 'written by the version before only';
