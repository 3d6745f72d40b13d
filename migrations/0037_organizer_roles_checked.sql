alter table invitations validate constraint invitations_member_of;
alter table invitations validate constraint invitations_member_role;
alter table invitations validate constraint invitations_kind;
alter table invitations validate constraint invitations_to_one;
