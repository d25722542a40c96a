// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef ESA_FIELD_ROW_H
#define ESA_FIELD_ROW_H

#include "esa-scenario-fields.h"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <type_traits>
#include <typeindex>
#include <utility>
#include <vector>

/**
 * @file
 * @ingroup esa
 * What is known of a field was in many tables: a schema, a member with a default, a table of
 * members, lists of what is drawn by tests, notes on fields without effect. Each new field had to
 * be in all of them. So a field is one row beside its member. The row has the field's name, range,
 * unit (the end of its name) and meaning; the type and the choices come from the member, and the
 * default is the value of the member in a new object. All else follows: the schema with its errors,
 * the reader, the page of fields, the notes, and what the tests draw.
 */

namespace ns3::esa
{

/// What the rows need to know of a type of members.
struct MemberType
{
    std::type_index index;                                    ///< the type
    nlohmann::ordered_json schema;                            ///< its keywords in a schema
    std::string (*read)(const nlohmann::json&, void* member); ///< ReadFieldValue()
    nlohmann::json (*value)(const void* member);              ///< FieldValue()
    void (*copy)(const void* from, void* to);                 ///< assigns a member
    std::vector<std::string> choices;                         ///< names of an enum's values
    std::size_t (*size)(const void* list);                    ///< of a list, number of elements
    void (*resize)(void* list, std::size_t size);             ///< of a list; null: by name
    void* (*at)(void* list, const std::string& key);          ///< an element of a list
    const std::type_info* element;                            ///< type of the elements
};

struct FieldRow;

/// Rows of an object.
using FieldRows = std::vector<FieldRow>;

/// What a row describes.
enum class RowKind : uint8_t
{
    Value,     ///< a value, or a list of values
    Group,     ///< fields, in an object of their own
    List,      ///< a list of objects, or objects by name
    Parameter, ///< a parameter of systems, of which their records have the rest
};

/// Another name of a field: an option of the program.
struct FieldOption
{
    const char* name{};  ///< of the option; null: the field has none
    const char* value{}; ///< name of its value in the help text
    const char* help{};  ///< help text
};

/// Whether more of a number is better.
enum class Better : uint8_t
{
    Unknown, ///< it depends
    More,    ///< a network with more of it is not slower
    Less,    ///< a network with less of it is not slower
};

/// What a value names in the network, or in the run.
enum class Named : uint8_t
{
    Nothing,   ///< it is a quantity, or a word
    Hosts,     ///< hosts, by number
    LinkEnds,  ///< the two nodes of a link
    Switch,    ///< a switch
    Job,       ///< a job
    Worker,    ///< a worker of the job that the same object names
    Moment,    ///< a moment of the run, in us
    Duration,  ///< a time, in us; if absent: for good
    Positions, ///< positions of frames on a link
};

/// @return the keywords of a type in a JSON Schema
template <typename T>
nlohmann::ordered_json
KeywordsOf()
{
    if constexpr (IsList<T>::value)
    {
        return {{"type", "array"}, {"items", KeywordsOf<typename T::value_type>()}};
    }
    else if constexpr (IsOptional<T>::value)
    {
        return KeywordsOf<typename T::value_type>();
    }
    else if constexpr (std::is_enum_v<T>)
    {
        return {{"type", "string"}, {"enum", ChoiceNames<T>()}};
    }
    else if constexpr (std::is_same_v<T, bool>)
    {
        return {{"type", "boolean"}};
    }
    else if constexpr (std::is_arithmetic_v<T>)
    {
        return {{"type", std::is_integral_v<T> ? "integer" : "number"}};
    }
    else
    {
        static_assert(std::is_base_of_v<std::string, T>, "a field has no such type");
        return {{"type", "string"}};
    }
}

/// @return what is known of a type of members that hold one value, or a list of values
template <typename T>
const MemberType&
TypeOfMembers()
{
    static const MemberType type = [] {
        MemberType made{typeid(T), KeywordsOf<T>(), {}, {}, {}, {}, {}, {}, {}, {}};
        made.read = [](const nlohmann::json& value, void* member) {
            return ReadFieldValue(value, *static_cast<T*>(member));
        };
        made.value = [](const void* member) { return FieldValue(*static_cast<const T*>(member)); };
        made.copy = [](const void* from, void* to) {
            *static_cast<T*>(to) = *static_cast<const T*>(from);
        };
        if constexpr (std::is_enum_v<T>)
        {
            made.choices = ChoiceNames<T>();
        }
        return made;
    }();
    return type;
}

/// @return what is known of a list of objects
template <typename T>
const MemberType&
TypeOfLists()
{
    using List = std::vector<T>;
    static const MemberType type{
        typeid(List),
        {{"type", "array"}},
        {},
        {},
        [](const void* from, void* to) {
            *static_cast<List*>(to) = *static_cast<const List*>(from);
        },
        {},
        [](const void* list) { return static_cast<const List*>(list)->size(); },
        [](void* list, std::size_t size) { *static_cast<List*>(list) = List(size); },
        [](void* list, const std::string& key) -> void* {
            return &(*static_cast<List*>(list))[std::stoul(key)];
        },
        &typeid(T)};
    return type;
}

/// @return what is known of objects by name
template <typename T>
const MemberType&
TypeOfMaps()
{
    using Map = std::map<std::string, T>;
    static const MemberType type{
        typeid(Map),
        {{"type", "object"}},
        {},
        {},
        [](const void* from, void* to) { *static_cast<Map*>(to) = *static_cast<const Map*>(from); },
        {},
        [](const void* map) { return static_cast<const Map*>(map)->size(); },
        {},
        [](void* map, const std::string& key) -> void* { return &(*static_cast<Map*>(map))[key]; },
        &typeid(T)};
    return type;
}

/// @return a number as a file has it: 1 rather than 1.0
nlohmann::ordered_json WholeIfPossible(double number);

/**
 * @ingroup esa
 * @brief A field, a group of fields, or a list of objects: everything that is known of it.
 *
 * A row is made by Field(), Group() or List(), and further words follow: Field(...).Range(0,
 * 1).Rounds().
 */
struct FieldRow
{
    RowKind kind;                                   ///< what it is
    std::string name;                               ///< in a file
    std::string text;                               ///< what it means, with its source
    const MemberType* type{};                       ///< of the member; null: a group
    std::function<const void*(const void*)> member; ///< the member of an object
    nlohmann::ordered_json limits = {};             ///< further keywords of its schema
    nlohmann::ordered_json ofElements = {};         ///< the same of its elements
    bool isRequired{false};                         ///< whether an object always has it
    bool isAuto{false};                             ///< whether it may be "auto"
    KnownTo knownTo{KnownTo::Ns3};                  ///< which runners are exact at any value
    std::vector<FieldAttribute> attributes = {};    ///< attributes that it sets
    std::vector<FieldUse> uses = {};                ///< where it has an effect
    FieldRows fields = {};                          ///< of a group, or of each object of a list
    std::vector<std::string> oneOf = {}; ///< of a list: of these, each object has exactly one
    std::string allowed = {};            ///< text of the error if it has not
    const char* pattern{};               ///< of the names of objects; null: a list
    FieldOption option = {};             ///< another name
    Better better{Better::Unknown};      ///< whether more of it is better
    bool isOtherRun{false};  ///< whether the next value is more work, another network or other luck
    bool isZeroOther{false}; ///< whether 0 means something else, such as no limit
    bool needsRepair{false}; ///< whether it is a fault that stops a job for ever without recovery
    Named named{Named::Nothing}; ///< what its value names
    const char* after{};         ///< the field of the same object that its moment follows
    bool mayBeEqual{false};      ///< whether both moments may be equal

    /// Any number between two, both included.
    FieldRow& Range(double least, double most);
    /// A number above one, and up to another one.
    FieldRow& Above(double least, double most);
    /// A text of some letters, or a list of some elements.
    FieldRow& Length(std::size_t least, std::size_t most);
    /// A list of at most some elements.
    FieldRow& AtMost(std::size_t most);
    /// A list whose elements differ.
    FieldRow& Unique();
    /// A keyword of the schema: why a range is limited, and the like.
    FieldRow& Keyword(const char* keyword, nlohmann::ordered_json value);
    /// What an element is, with a range.
    FieldRow& Each(std::string what, double least, double most);
    /// What an element is: a text of 1 to some letters.
    FieldRow& EachText(std::string what, std::size_t most);
    /// Every object has it.
    FieldRow& Required();
    /// Rounds are exact with it, too.
    FieldRow& Rounds();
    /// Rounds and the task runner are exact with it, too.
    FieldRow& Tasks();
    /// It sets attributes.
    FieldRow& Sets(std::vector<FieldAttribute> set);
    /// It has an effect only where a function of another field returns true.
    /// @param isFilledIn this holds only where another field has replaced the value
    FieldRow& UsedIf(const char* decider,
                     bool (*isUsed)(const ParsedScenario&),
                     bool isFilledIn = false);
    /// Each object has exactly one of two fields.
    /// @param allowed text of the error
    FieldRow& OneOf(const char* first, const char* second, std::string allowed = "");
    /// It may be "auto": it follows from the network.
    FieldRow& Auto();
    /// Why its range is limited.
    FieldRow& Reason(const char* why);
    /// What is allowed, where the limits alone do not explain it.
    FieldRow& Allowed(const char* what);
    /// A keyword of an element.
    FieldRow& EachKeyword(const char* keyword, nlohmann::ordered_json value);
    /// What an element is, by keywords.
    FieldRow& EachIs(nlohmann::ordered_json keywords);
    /// An option of the program is another name for it.
    FieldRow& Option(const char* shortName, const char* value, const char* help);
    /// A network with more of it is not slower.
    FieldRow& MoreIsBetter();
    /// A network with less of it is not slower.
    FieldRow& LessIsBetter();
    /// The next value is more work, another network or other luck.
    FieldRow& IsOtherRun();
    /// 0 means something else than little: no limit, never, or another field counts.
    FieldRow& ZeroIsOther();
    /// It is a fault that stops a job for ever without recovery.
    FieldRow& NeedsRepair();
    /// Its value names something.
    FieldRow& Names(Named what);
    /// It is a moment after the moment of another field of the same object.
    FieldRow& After(const char* other);
    /// It is a moment not before the moment of another field of the same object.
    FieldRow& NotBefore(const char* other);
};

/// @return the member of an object that a row has
template <typename Object, typename Member>
std::function<const void*(const void*)>
MemberIn(Member Object::*member)
{
    return [member](const void* object) -> const void* {
        return &(static_cast<const Object*>(object)->*member);
    };
}

/// @return the row of a field that holds a value, or a list of values
template <typename Object, typename Member>
FieldRow
Field(const char* name, Member Object::*member, const char* text)
{
    return {RowKind::Value, name, text, &TypeOfMembers<Member>(), MemberIn(member)};
}

/// @return the row of a value that other code reads from the file
template <typename T>
FieldRow
Unread(const char* name, const char* text)
{
    return {RowKind::Value, name, text, &TypeOfMembers<T>(), {}};
}

/// @return the row of a system's parameter: its place among the fields
FieldRow Parameter(const char* name);

/// @return the row of a group whose fields are members of the object around it
FieldRow Group(const char* name, const char* text, FieldRows fields);

/// @return the row of a group of fields
template <typename Object, typename Member>
FieldRow
Group(const char* name, Member Object::*member, const char* text, FieldRows fields)
{
    FieldRow row{RowKind::Group, name, text, nullptr, MemberIn(member)};
    row.fields = std::move(fields);
    return row;
}

/// @return the row of a list of objects
/// @param element what an object is
template <typename Object, typename Element>
FieldRow
List(const char* name,
     std::vector<Element> Object::*member,
     const char* text,
     const char* element,
     FieldRows fields)
{
    FieldRow row{RowKind::List, name, text, &TypeOfLists<Element>(), MemberIn(member)};
    row.fields = std::move(fields);
    row.ofElements = {{"description", element}};
    return row;
}

/// @return the row of objects by name
/// @param pattern of the names
template <typename Object, typename Element>
FieldRow
MapOf(const char* name,
      std::map<std::string, Element> Object::*member,
      const char* text,
      const char* pattern,
      const char* element,
      FieldRows fields)
{
    FieldRow row{RowKind::List, name, text, &TypeOfMaps<Element>(), MemberIn(member)};
    row.fields = std::move(fields);
    row.ofElements = {{"description", element}};
    row.pattern = pattern;
    return row;
}

/// @return the rows of a member's object, as rows of the object around it
template <typename Object, typename Member>
FieldRows
Inside(Member Object::*member, FieldRows fields)
{
    for (FieldRow& field : fields)
    {
        field.member = [outer = MemberIn(member), inner = field.member](const void* object) {
            return inner(outer(object));
        };
    }
    return fields;
}

/// @return rows one after the other
FieldRows Joined(FieldRows first, const FieldRows& second);

/// @return the part of the schema for a row
/// @param object an object whose members have their defaults; null: the field has no default
nlohmann::ordered_json PartOf(const FieldRow& row, const void* object);

/// Read an object that obeys the schema, member by member, and note the place of each.
/// @param rows of the object
/// @param target the object to fill; a member that the JSON value does not have is unchanged
void ReadObject(const FieldRows& rows,
                const nlohmann::json& value,
                const std::string& pointer,
                void* target,
                const ReadingNotes& notes);

/// @return the rows of a scenario
const FieldRows& ScenarioRows();

/// @return the group of faults
const FieldRow& FaultRows();

/// @return pointers of the fields that name files
std::vector<std::string> FilePointers();

/// @cond the groups of a scenario
FieldRows GeneralRows();
FieldRow TopologyRow();
FieldRow PlacementRow();
FieldRow LinkRow();
FieldRow SwitchRow();
FieldRow AggregationRow();
FieldRow HostRow();
FieldRow EcnRow();
FieldRow JobsRow();
FieldRow ExecutionRow();
FieldRow TraceRow();
FieldRow DnnsRow();
FieldRow JitterRow();
FieldRow WindowRow();
FieldRow FlowRow();
FieldRows SystemRows();
FieldRow PriorityRow();
FieldRow RtoRow();
FieldRow ReminderRow();
FieldRows RareSystemRows();
FieldRow BackgroundRow();
FieldRow RecoveryRow();
/// @endcond

/// @return the rows of the faults of one link
const FieldRows& RowsOfLinkFaults();

/// Call a function for each field of an object, also for fields of groups and of entries of lists.
/// @param visit called with the row, its member, the object around it, and the rows of that
void ForEachMember(
    const FieldRows& rows,
    const void* object,
    const std::function<
        void(const FieldRow& row, const void* member, const void* object, const FieldRows& rows)>&
        visit);

/// Call a function for each row of a scenario and of its groups, with its pointer.
void ForEachRow(const std::function<void(const FieldRow& row, const std::string& pointer)>& visit);

/// Copy the members that a file has.
/// @param places of all members that the file has
void CopyWritten(const FieldRows& rows, const FieldPlaces& places, const void* from, void* to);

} // namespace ns3::esa

#endif // ESA_FIELD_ROW_H
